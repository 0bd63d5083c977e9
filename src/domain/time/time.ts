export const HOUR_MS = 3_600_000
export const DAY_MS = 24 * HOUR_MS

/** The UTC day of a time in milliseconds, such as 2026-11-23. */
export const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10)

/** The UTC month of a time in milliseconds, such as 2026-11. */
export const monthOf = (at: number): string => new Date(at).toISOString().slice(0, 7)

/** A time in UTC to the second, such as `2026-11-23 10:12:13 UTC`. */
export const utcText = (at: number): string =>
  `${new Date(at).toISOString().slice(0, 19).replace('T', ' ')} UTC`

const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

/** The largest unit of which a duration has at least two, with its length in seconds. */
export const largestUnit = (seconds: number) =>
  UNITS.find(([, length]) => seconds >= 2 * length) ?? (['second', 1] as const)
