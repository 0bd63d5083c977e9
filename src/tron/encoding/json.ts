/** A JSON object as a node answers it: nothing in it is trusted before it is looked at. */
export type Json = Record<string, unknown>

export const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const asJson = (value: unknown): Json => (isJson(value) ? value : {})

export const asList = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

export const asText = (value: unknown): string => (typeof value === 'string' ? value : '')

/**
 * An integer that a node wrote as a number or as decimal text (`int64_as_string`); undefined when
 * it is neither, or a number too large to be exact. Use `integerOr0` where absent means zero.
 */
export function asInteger(value: unknown): bigint | undefined {
  if (typeof value === 'bigint') return value
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : undefined
  return typeof value === 'string' && /^-?\d{1,78}$/.test(value) ? BigInt(value) : undefined
}

/** Nodes leave out what is zero: an absent field is 0. */
export const integerOr0 = (value: unknown): bigint => asInteger(value) ?? 0n

/** Heights and times fit a number; 0 for absent or absurd. */
export function smallInteger(value: unknown): number {
  const integer = integerOr0(value)
  return integer > 0n && integer <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(integer) : 0
}

type Reviver = (this: unknown, key: string, value: unknown) => unknown

const keepDigits = (_key: string, value: unknown, context?: { source?: string }): unknown =>
  typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(context?.source ?? '')
    ? BigInt(context?.source ?? '0')
    : value

/**
 * Parses a node's JSON without losing digits: integers beyond 2^53 come back as bigint. Throws a
 * SyntaxError on what is no JSON, as HTML and bare text are.
 */
export function parseJson(text: string): unknown {
  // The exact reading costs several times as much, and hardly an answer needs it.
  if (!/[:[,]\s*-?\d{16,}/.test(text)) return JSON.parse(text)
  return JSON.parse(text, keepDigits as Reviver)
}
