/** A JSON object from a node. Check every field before trusting it. */
export type Json = Record<string, unknown>

export const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const asJson = (value: unknown): Json => (isJson(value) ? value : {})

export const asList = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

export const asText = (value: unknown): string => (typeof value === 'string' ? value : '')

/** All integer fields of TRON's messages have 64 bits, and so have ours in the database. */
export const MOST_INT64 = 2n ** 63n - 1n
const LEAST_INT64 = -MOST_INT64 - 1n

/**
 * An integer that a node sent as a number or as decimal text (`int64_as_string`). Undefined for
 * anything else, for a number too large to be exact, or for one beyond 64 bits. Use `integerOr0`
 * when absent means zero.
 */
export function asInteger(value: unknown): bigint | undefined {
  const integer = exactInteger(value)
  if (integer === undefined) return undefined
  return integer >= LEAST_INT64 && integer <= MOST_INT64 ? integer : undefined
}

function exactInteger(value: unknown): bigint | undefined {
  if (typeof value === 'bigint') return value
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : undefined
  return typeof value === 'string' && /^-?\d{1,19}$/.test(value) ? BigInt(value) : undefined
}

/** Nodes omit zeros: an absent field is 0. */
export const integerOr0 = (value: unknown): bigint => asInteger(value) ?? 0n

/** An amount or fee: 0 when absent, negative, or out of range. */
export function amountOr0(value: unknown): bigint {
  const amount = integerOr0(value)
  return amount > 0n ? amount : 0n
}

/** A height or time, which fits a number; 0 when absent or out of range. */
export function smallInteger(value: unknown): number {
  const integer = integerOr0(value)
  return integer > 0n && integer <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(integer) : 0
}

const keepDigits = (_key: string, value: unknown, context?: { source?: string }): unknown =>
  typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(context?.source ?? '')
    ? BigInt(context?.source ?? '0')
    : value

/**
 * Parses a node's JSON without losing digits: integers beyond 2^53 become bigint. Throws a
 * SyntaxError on anything else, such as HTML or plain text.
 */
export function parseJson(text: string): unknown {
  // Exact parsing is several times slower, and few answers need it.
  if (!/[:[,]\s*-?\d{16,}/.test(text)) return JSON.parse(text)
  return JSON.parse(text, keepDigits)
}
