// The time by the database's clock, which all processes share. The clock of a machine may be days
// off. We measure the database's every few seconds, and count on from there.

/** Above this, something is wrong with the clock of this machine or the database's. */
export const CLOCK_TOLERANCE_MS = 5_000

type Measured = { readonly databaseMs: number; readonly at: number }

let measured: Measured | null = null

/**
 * The time by the database's clock, in whole milliseconds. By this machine's clock before the first
 * measurement, and in tools that measure none. A failover may set it back by days, so intervals are
 * of `performance.now()`.
 */
export const nowMs = (): number =>
  measured === null ? Date.now() : Math.floor(measured.databaseMs + performance.now() - measured.at)

/**
 * Takes over a measurement.
 * @param at `performance.now()` at that moment
 */
export function setClock(databaseMs: number, at: number): void {
  measured = { databaseMs, at }
}

/** Goes by this machine's clock again. */
export function unsetClock(): void {
  measured = null
}

/** How far this machine's clock is ahead of the database's; below zero if it is behind. */
export const aheadMs = (): number => Date.now() - nowMs()
