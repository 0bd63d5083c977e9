import { asJson, asList, asText } from '../../tron/encoding/json.ts'

// The sources of TRX and USDT prices: one call each, and the place of the price in its answer.
// Numbers arrive here as the source's own text, never as floats.

/** A price as the source's text; `at` in milliseconds if the source gives its time. */
export type Price = { text: string; atMs: number | null }

export type RateSource = {
  url: string
  /** The currency of the price. We convert USDT prices first. */
  quote: 'USD' | 'USDT'
  /** Null if the answer has no price. */
  read(answer: unknown): Price | null
}

const price = (text: unknown, atMs: number | null = null): Price | null =>
  typeof text === 'string' && text !== '' ? { text, atMs } : null

const time = (text: unknown, unitMs: number): number | null => {
  const value = Number(asText(text))
  return Number.isFinite(value) && value > 0 ? value * unitMs : null
}

/** The last trade of the requested pair. Kraken reports errors with HTTP 200. */
function readKraken(answer: unknown): Price | null {
  if (asList(asJson(answer).error).length > 0) return null
  const [pair] = Object.values(asJson(asJson(answer).result))
  return price(asList(asJson(pair).c)[0])
}

export const RATE_SOURCES: Record<string, RateSource> = {
  binance: {
    url: 'https://api.binance.com/api/v3/ticker/price?symbol=TRXUSDT',
    quote: 'USDT',
    read: (answer) => price(asJson(answer).price),
  },
  kraken: {
    url: 'https://api.kraken.com/0/public/Ticker?pair=TRXUSD',
    quote: 'USD',
    read: readKraken,
  },
  coinbase: {
    url: 'https://api.coinbase.com/v2/prices/TRX-USD/spot',
    quote: 'USD',
    read: (answer) => price(asJson(asJson(answer).data).amount),
  },
  okx: {
    url: 'https://www.okx.com/api/v5/market/ticker?instId=TRX-USDT',
    quote: 'USDT',
    read(answer) {
      const { code, data } = asJson(answer)
      const ticker = asJson(asList(data)[0])
      return code === '0' ? price(ticker.last, time(ticker.ts, 1)) : null
    },
  },
  kucoin: {
    url: 'https://api.kucoin.com/api/v1/market/orderbook/level1?symbol=TRX-USDT',
    quote: 'USDT',
    read(answer) {
      const { code, data } = asJson(answer)
      const ticker = asJson(data)
      return code === '200000' ? price(ticker.price, time(ticker.time, 1)) : null
    },
  },
  coingecko: {
    url:
      'https://api.coingecko.com/api/v3/simple/price' +
      '?ids=tron&vs_currencies=usd&include_last_updated_at=true',
    quote: 'USD',
    read(answer) {
      const { usd, last_updated_at: updated } = asJson(asJson(answer).tron)
      return price(usd, time(updated, 1000))
    },
  },
}

/** The price of USDT in dollars, by venues that trade it for dollars. */
export const USDT_SOURCES: Record<string, RateSource> = {
  kraken: {
    url: 'https://api.kraken.com/0/public/Ticker?pair=USDTUSD',
    quote: 'USD',
    read: readKraken,
  },
  coinbase: {
    url: 'https://api.coinbase.com/v2/prices/USDT-USD/spot',
    quote: 'USD',
    read: (answer) => price(asJson(asJson(answer).data).amount),
  },
  bitstamp: {
    url: 'https://www.bitstamp.net/api/v2/ticker/usdtusd/',
    quote: 'USD',
    read(answer) {
      const { last, timestamp } = asJson(answer)
      return price(last, time(timestamp, 1000))
    },
  },
  coingecko: {
    url:
      'https://api.coingecko.com/api/v3/simple/price' +
      '?ids=tether&vs_currencies=usd&include_last_updated_at=true',
    quote: 'USD',
    read(answer) {
      const { usd, last_updated_at: updated } = asJson(asJson(answer).tether)
      return price(usd, time(updated, 1000))
    },
  },
}
