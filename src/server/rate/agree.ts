import { rateE8, type RateE8 } from '../../domain/money/money.ts'

/** What one source says, at the time that it says. */
export type Quote = { source: string; rateE8: RateE8; asOfMs: number }

export type Agreed = { rateE8: RateE8; sources: string[] }

/** A source whose own time is older than this does not count. */
export const QUOTE_MAX_AGE_MS = 120_000
/** A source further than this from the median is cut. */
const OUTLIER_PERCENT = 3n
/** Outside of this band something is wrong with the source, not with the price. */
const BAND = { least: 2_000_000n, most: 500_000_000n }

/** Whether two rates differ by no more than a share of the second. */
export const isWithin = (rate: bigint, other: bigint, percent: bigint): boolean => {
  const difference = rate > other ? rate - other : other - rate
  return difference * 100n <= other * percent
}

/**
 * One rate from many sources: those that are fresh and in the band, without the ones more than
 * 3 % from their median. Null when fewer than `least` remain.
 * @param nowMs milliseconds since 1970.
 */
export function agree(quotes: readonly Quote[], nowMs: number, least = 2): Agreed | null {
  const usable = quotes.filter(
    (quote) =>
      quote.rateE8 >= BAND.least &&
      quote.rateE8 <= BAND.most &&
      Math.abs(nowMs - quote.asOfMs) <= QUOTE_MAX_AGE_MS,
  )
  if (usable.length < least) return null
  const middle = median(usable)
  const near = usable.filter((quote) => isWithin(quote.rateE8, middle, OUTLIER_PERCENT))
  if (near.length < least) return null
  return { rateE8: median(near), sources: near.map(({ source }) => source).sort() }
}

function median(quotes: readonly Quote[]): RateE8 {
  const sorted = quotes.map((quote) => quote.rateE8).sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))
  const upper = sorted[Math.floor(sorted.length / 2)] ?? rateE8(0n)
  const lower = sorted[Math.floor((sorted.length - 1) / 2)] ?? upper
  return rateE8((lower + upper) / 2n)
}
