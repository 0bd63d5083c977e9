import { rateE8, type RateE8 } from '../../domain/money/money.ts'

/** A source's price, with the time that the source gives. */
export type Quote = { source: string; rateE8: RateE8; asOfMs: number }

export type Agreed = { rateE8: RateE8; sources: string[] }

/** We ignore a source whose own time is older than this. */
const QUOTE_MAX_AGE_MS = 120_000
/** We drop a source further than this from the median. */
const OUTLIER_PERCENT = 3n
/** Fewer sources than this make no rate. */
const LEAST = 2
/** A price outside this band means that the source is wrong. */
const BAND = { least: 2_000_000n, most: 500_000_000n }

/** Whether two rates differ by no more than a share of the second. */
export const isWithin = (rate: bigint, other: bigint, percent: bigint): boolean => {
  const difference = rate > other ? rate - other : other - rate
  return difference * 100n <= other * percent
}

/**
 * One rate from several sources. Uses fresh ones within the band, without those more than 3 % from
 * the median. Null if fewer than two remain.
 * @param nowMs milliseconds since 1970
 */
export function agree(quotes: readonly Quote[], nowMs: number): Agreed | null {
  const usable = quotes.filter(
    (quote) =>
      quote.rateE8 >= BAND.least &&
      quote.rateE8 <= BAND.most &&
      Math.abs(nowMs - quote.asOfMs) <= QUOTE_MAX_AGE_MS,
  )
  if (usable.length < LEAST) return null
  const middle = median(usable)
  const near = usable.filter((quote) => isWithin(quote.rateE8, middle, OUTLIER_PERCENT))
  if (near.length < LEAST) return null
  return { rateE8: median(near), sources: near.map(({ source }) => source).sort() }
}

function median(quotes: readonly Quote[]): RateE8 {
  const sorted = quotes.map((quote) => quote.rateE8).sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))
  const upper = sorted[Math.floor(sorted.length / 2)] ?? rateE8(0n)
  const lower = sorted[Math.floor((sorted.length - 1) / 2)] ?? upper
  return rateE8((lower + upper) / 2n)
}
