export const HOUR_MS = 3_600_000
export const DAY_MS = 24 * HOUR_MS

/** The UTC day of a time in milliseconds, such as 2026-11-23. */
export const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10)

/** The UTC month of a time in milliseconds, such as 2026-11. */
export const monthOf = (at: number): string => new Date(at).toISOString().slice(0, 7)
