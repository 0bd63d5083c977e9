import { parseRate, RATE_SCALE } from '../../domain/money/rate.ts'
import { rateE8, type RateE8 } from '../../domain/money/money.ts'
import { inSpan, SpanKind, traceHeaders } from '../../traces/span.ts'
import { readBounded } from '../../tron/node/read-bounded.ts'
import { BadConfig } from '../config/config.ts'
import type { Quote } from './agree.ts'
import { RATE_SOURCES, USDT_SOURCES, type Price, type RateSource } from './sources.ts'

const TIMEOUT_MS = 3_000
const MAX_ANSWER_BYTES = 100_000

/** A source's answer, or why there is none. */
export type SourceAnswer = { source: string; quote: Quote } | { source: string; trouble: string }

/**
 * Asks every source for the price of TRX in dollars, independently. A name may include a mirror for
 * the same path (`binance@https://mirror.example`), for countries that a venue doesn't serve.
 * `usdtE8` converts prices in USDT; while it is null, we ignore those.
 */
export const querySources = (
  names: readonly string[],
  nowMs: number,
  usdtE8: RateE8 | null,
): Promise<SourceAnswer[]> =>
  Promise.all(names.map((name) => querySource(sourceOf(name, RATE_SOURCES), nowMs, usdtE8)))

/** The same for the price of USDT in dollars. */
export const queryUsdtSources = (
  names: readonly string[],
  nowMs: number,
): Promise<SourceAnswer[]> =>
  Promise.all(names.map((name) => querySource(sourceOf(name, USDT_SOURCES), nowMs, null)))

type Named = { name: string; source: RateSource }

/** The venue of a configured name, at its own origin or a mirror. Throws if it is unknown. */
function sourceOf(configured: string, known: Record<string, RateSource>): Named {
  const [name = '', origin] = configured.split('@', 2)
  const source = known[name]
  if (!source) {
    const names = Object.keys(known).join(', ')
    throw new BadConfig(`${variableOf(known)} names an unknown source: use ${names}`)
  }
  if (origin === undefined) return { name, source }
  if (!URL.canParse(origin)) {
    throw new BadConfig(`${variableOf(known)}: ${origin} is not an address, such as https://…`)
  }
  return { name, source: { ...source, url: at(origin, source) } }
}

const variableOf = (known: Record<string, RateSource>): string =>
  known === USDT_SOURCES ? 'USDT_RATE_SOURCES' : 'RATE_SOURCES'

/**
 * Requires two different venues, because a mirror only repeats its venue. Throws with the problem.
 */
export function requireVenues(configured: readonly string[], coin: 'TRX' | 'USDT' = 'TRX'): void {
  const known = coin === 'TRX' ? RATE_SOURCES : USDT_SOURCES
  const variable = variableOf(known)
  const names = configured.map((each) => sourceOf(each, known).name)
  const twice = names.find((name, i) => names.indexOf(name) !== i)
  if (twice !== undefined) {
    throw new BadConfig(`${variable} names ${twice} twice: a mirror is the same source`)
  }
  if (names.length < 2) throw new BadConfig(`${variable} needs at least two sources`)
}

/** Default USDT venues: the configured TRX venues that have USDT, with their mirrors. */
export function usdtVenues(configured: readonly string[]): string[] {
  const named = new Map(configured.map((each) => [each.split('@', 1)[0] ?? '', each]))
  return Object.keys(USDT_SOURCES).map((name) => named.get(name) ?? name)
}

const at = (origin: string, { url }: RateSource): string => {
  const { pathname, search } = new URL(url)
  return new URL(pathname + search, origin).href
}

async function querySource(
  { name, source }: Named,
  nowMs: number,
  usdtE8: RateE8 | null,
): Promise<SourceAnswer> {
  try {
    const price = await inSpan(`rate ${name}`, { kind: SpanKind.CLIENT }, () => fetchPrice(source))
    const rate = readRate(price)
    if (rate === null) return { source: name, trouble: 'no price' }
    if (source.quote === 'USD') return { source: name, quote: quoteOf(name, rate, price, nowMs) }
    if (usdtE8 === null) return { source: name, trouble: 'USDT is not near a dollar' }
    const inUsd = rateE8((rate * usdtE8) / RATE_SCALE)
    return { source: name, quote: quoteOf(name, inUsd, price, nowMs) }
  } catch (error) {
    return { source: name, trouble: reasonOf(error) }
  }
}

const quoteOf = (source: string, rate: RateE8, price: Price | null, nowMs: number): Quote => ({
  source,
  rateE8: rate,
  asOfMs: price?.atMs ?? nowMs,
})

async function fetchPrice(source: RateSource): Promise<Price | null> {
  const response = await fetch(source.url, {
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
    headers: { accept: 'application/json', ...traceHeaders() },
  })
  if (!response.ok) throw new Error(`HTTP ${response.status}`)
  const text = await readBounded(response, MAX_ANSWER_BYTES)
  if (text === undefined) throw new Error('the answer is too long')
  return source.read(parseExact(text))
}

const keepNumberText = (_key: string, value: unknown, context?: { source?: string }): unknown =>
  typeof value === 'number' ? context?.source : value

/** Parses JSON but keeps numbers as text, so that prices never pass through a float. */
const parseExact = (text: string): unknown => JSON.parse(text, keepNumberText)

/** Truncates a price after eight decimals. Anything but a plain decimal is no price. */
function readRate(price: Price | null): RateE8 | null {
  if (price === null) return null
  return parseRate(price.text.replace(/^(\d+\.\d{8})\d{1,20}$/, '$1'))
}

function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message : 'failed'
  return text.slice(0, 200)
}
