import { parseRate } from '../../domain/rate.ts'
import { rateE8, type RateE8 } from '../../domain/money.ts'
import type { Quote } from './agree.ts'
import { RATE_SOURCES, USDT_SOURCE, type Price, type RateSource } from './sources.ts'

const TIMEOUT_MS = 3_000
const MAX_ANSWER_CHARS = 100_000
const SCALE = 100_000_000n
/** Outside of this band USDT is no dollar, and prices in USDT say nothing about dollars. */
const USDT_BAND = { least: 98_000_000n, most: 102_000_000n }
const PAR = 100_000_000n

/** What a source answered, or why there is nothing from it. */
export type Asked = { source: string; quote: Quote } | { source: string; trouble: string }

/**
 * Asks every source of the configuration, each by itself. A name may carry another origin for the
 * same path (`binance@https://mirror.example`), for countries that a venue does not serve.
 */
export async function askSources(names: readonly string[], nowMs: number): Promise<Asked[]> {
  const usdtE8 = await askUsdt(names)
  return Promise.all(names.map((name) => askOne(name, nowMs, usdtE8)))
}

/** The name before the `@` of a configured source. Throws on a name that nobody knows. */
export function sourceOf(configured: string): { name: string; source: RateSource } {
  const [name = '', origin] = configured.split('@', 2)
  const source = RATE_SOURCES[name]
  if (!source) {
    const known = Object.keys(RATE_SOURCES).join(', ')
    throw new Error(`RATE_SOURCES names no source that is known here: use ${known}`)
  }
  return { name, source: origin === undefined ? source : { ...source, url: at(origin, source) } }
}

/**
 * Holds the configured sources to the rule of two: each a venue of its own, because a mirror of a
 * venue says nothing that the venue does not. Throws with what is wrong.
 */
export function requireVenues(configured: readonly string[]): void {
  const names = configured.map((each) => sourceOf(each).name)
  const twice = names.find((name, i) => names.indexOf(name) !== i)
  if (twice !== undefined) {
    throw new Error(`RATE_SOURCES names ${twice} twice: a mirror is the same source`)
  }
  if (names.length < 2) throw new Error('RATE_SOURCES needs two sources at least')
}

const at = (origin: string, { url }: RateSource): string => {
  const { pathname, search } = new URL(url)
  return new URL(pathname + search, origin).href
}

async function askOne(configured: string, nowMs: number, usdtE8: bigint | null): Promise<Asked> {
  const { name, source } = sourceOf(configured)
  try {
    const price = await fetchPrice(source)
    const rate = readRate(price)
    if (rate === null) return { source: name, trouble: 'no price' }
    if (source.quote === 'USD') return { source: name, quote: quoteOf(name, rate, price, nowMs) }
    if (usdtE8 === null) return { source: name, trouble: 'USDT is not near a dollar' }
    const inUsd = rateE8((rate * usdtE8) / SCALE)
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

/** USDT in dollars: as asked, at par while the question fails, null when far from a dollar. */
async function askUsdt(names: readonly string[]): Promise<bigint | null> {
  const kraken = names.find((name) => name.startsWith('kraken'))
  if (kraken === undefined) return PAR
  const origin = kraken.split('@', 2)[1]
  const source =
    origin === undefined ? USDT_SOURCE : { ...USDT_SOURCE, url: at(origin, USDT_SOURCE) }
  const rate = await fetchPrice(source).then(readRate, () => null)
  if (rate === null) return PAR
  return rate >= USDT_BAND.least && rate <= USDT_BAND.most ? rate : null
}

async function fetchPrice(source: RateSource): Promise<Price | null> {
  const response = await fetch(source.url, {
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
    headers: { accept: 'application/json' },
  })
  if (!response.ok) throw new Error(`HTTP ${response.status}`)
  return source.read(parseExact(await readBounded(response)))
}

async function readBounded(response: Response): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const part of response.body ?? []) {
    text += decoder.decode(part, { stream: true })
    if (text.length > MAX_ANSWER_CHARS) throw new Error('the answer is too long')
  }
  return text
}

type Reviver = (this: unknown, key: string, value: unknown) => unknown

const keepText = (_key: string, value: unknown, context?: { source?: string }): unknown =>
  typeof value === 'number' ? context?.source : value

/** JSON whose numbers stay the text that was sent: prices never pass through a float. */
const parseExact = (text: string): unknown => JSON.parse(text, keepText as Reviver)

/** A price with more than eight decimals is cut there; anything but a plain decimal is none. */
function readRate(price: Price | null): RateE8 | null {
  if (price === null) return null
  return parseRate(price.text.replace(/^(\d+\.\d{8})\d{1,20}$/, '$1'))
}

function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message : 'failed'
  return text.slice(0, 200)
}
