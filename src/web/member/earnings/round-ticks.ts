const MIN_TICKS = 3n
const ROUND = [1n, 2n, 5n, 10n]

/** Round values from zero up to the first that isn't below `most`: four or five of them. */
export function roundTicks(most: bigint): bigint[] {
  if (most <= 0n) return [0n]
  const raw = (most + MIN_TICKS - 1n) / MIN_TICKS
  const power = 10n ** BigInt(String(raw).length - 1)
  const step = ROUND.map((factor) => factor * power).find((each) => each >= raw) ?? raw
  const ticks = [0n]
  for (let tick = step; tick - step < most; tick += step) ticks.push(tick)
  return ticks
}
