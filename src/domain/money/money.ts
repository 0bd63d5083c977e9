/**
 * Money as integers of the asset's smallest unit: micro-dollars for USD, sun for TRX, millionths
 * for USDT. All three have six decimals. Money is never a floating-point number.
 */

export type Asset = 'USD' | 'TRX' | 'USDT'
export type Coin = Exclude<Asset, 'USD'>

declare const unit: unique symbol
type Of<U> = bigint & { readonly [unit]: U }
/** Micro-dollars: 1,000,000 to the dollar. */
export type Micros = Of<'USD'>
/** Millionths of a coin: sun for TRX. */
export type Units = Of<'coin'>
/** USD for one whole coin × 10^8. */
export type RateE8 = Of<'rate'>

const inUnit = <U>(value: bigint): Of<U> => value as Of<U> // the unit is known to types alone
export const micros: (value: bigint) => Micros = inUnit
export const units: (value: bigint) => Units = inUnit
export const rateE8: (value: bigint) => RateE8 = inUnit

export const CENT = micros(10_000n)
/** One USDT counts as one dollar. */
export const PAR_RATE = rateE8(100_000_000n)

/** The largest amount the ledger accepts, in the smallest unit; far below 2^63. */
export const MAX_AMOUNT = 1_000_000_000_000_000n

export const smallerOf = (one: bigint, other: bigint): bigint => (one < other ? one : other)

/** Divides and rounds half away from zero. */
export function divideHalfUp(numerator: bigint, denominator: bigint): bigint {
  const twice = numerator < 0n ? -2n * numerator : 2n * numerator
  const rounded = (twice + denominator) / (2n * denominator)
  return numerator < 0n ? -rounded : rounded
}

/** Divides non-negative numbers and rounds up. */
export function divideUp(numerator: bigint, denominator: bigint): bigint {
  return (numerator + denominator - 1n) / denominator
}

/** Rounds a non-negative amount down to the cent. */
export function floorToCent(amount: Micros): Micros {
  return micros(amount - (amount % CENT))
}

const DECIMAL = /^(0|[1-9]\d{0,14})(?:\.(\d+))?$/

/**
 * Reads a plain decimal such as "12.5" as an integer with `decimals` places. Null when it isn't
 * one, has more decimals (trailing zeros count), or is out of range.
 */
export function parseDecimal(text: string, decimals: number): bigint | null {
  const match = DECIMAL.exec(text)
  if (!match) return null
  const fraction = match[2] ?? ''
  if (fraction.length > decimals) return null
  const value = BigInt((match[1] ?? '0') + fraction.padEnd(decimals, '0'))
  return value <= MAX_AMOUNT ? value : null
}

/** Reads dollars with at most two decimals; null otherwise. */
export function parseUsd(text: string): Micros | null {
  const cents = parseDecimal(text, 2)
  if (cents === null || cents * CENT > MAX_AMOUNT) return null
  return micros(cents * CENT)
}

/** Whether a text is an amount in dollars, but larger than the ledger accepts. */
export const isTooManyUsd = (text: string): boolean =>
  /^[1-9]\d*(?:\.\d{1,2})?$/.test(text) && parseUsd(text) === null

/** Reads an amount of a coin with at most six decimals; null otherwise. */
export function parseUnits(text: string): Units | null {
  const value = parseDecimal(text, 6)
  return value === null ? null : units(value)
}

/** Formats an integer with six decimals as a decimal string with at least `shown` decimals. */
export function formatDecimal(value: bigint, shown: number, places = 6): string {
  const digits = (value < 0n ? -value : value).toString().padStart(places + 1, '0')
  const whole = digits.slice(0, -places)
  const fraction = digits.slice(-places).replace(/0+$/, '').padEnd(shown, '0')
  return `${value < 0n ? '-' : ''}${whole}${fraction ? `.${fraction}` : ''}`
}

/** Dollars as a decimal string: two decimals, more only if the amount has them. */
export const formatUsd = (amount: bigint): string => formatDecimal(amount, 2)

/** Coins as a decimal string without trailing zeros. */
export const formatUnits = (amount: bigint, shown = 0): string => formatDecimal(amount, shown)

/** TRX with five decimals and USDT with two, or more if the amount needs them. */
export const formatCrypto = (coin: Coin, amount: bigint): string =>
  formatDecimal(amount, coin === 'TRX' ? 5 : 2)
