/** The groups by which we count members' results: earnings less payments. */

/** Upper limits of results, in cents: lost more than $50 to gained more than $100. */
export const RESULT_LIMITS: readonly bigint[] = [
  -5_001n,
  -2_001n,
  -501n,
  -101n,
  -1n,
  0n,
  100n,
  500n,
  2_000n,
  10_000n,
]

/** Members who never paid a joining fee, then one group per limit, then those above all limits. */
export const GROUPS = RESULT_LIMITS.length + 2

const MICROS_PER_CENT = 10_000n

/** Whole cents, rounded down, which never makes a loss smaller. */
export const centsOf = (micros: bigint): bigint => {
  const cents = micros / MICROS_PER_CENT
  return cents * MICROS_PER_CENT > micros ? cents - 1n : cents
}

/** The group of a result in micro-dollars. Null is for a member who never paid. */
export function groupOf(result: bigint | null): number {
  if (result === null) return 0
  const cents = centsOf(result)
  const at = RESULT_LIMITS.findIndex((limit) => cents <= limit)
  return at < 0 ? GROUPS - 1 : at + 1
}
