/** JSON with exactly one form for each value (RFC 8785), for everything that we hash or sign. */
import canonicalize from 'canonicalize'
import { utf8 } from '@scure/base'

/** Values that can be hashed. Amounts are bigint, and become decimal strings. */
export type Json =
  | string
  | number
  | bigint
  | boolean
  | null
  | readonly Json[]
  | { readonly [name: string]: Json }

/** SHA-256. The server passes Node's, a browser uses a library's. */
export type Sha256 = (bytes: Uint8Array) => Uint8Array

const written = (value: Json): unknown => {
  if (typeof value === 'bigint') return String(value)
  if (typeof value === 'number' && !Number.isSafeInteger(value)) {
    throw new Error(`${value} is no whole number, and so has no exact form`)
  }
  if (Array.isArray(value)) return value.map(written)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, written(item)]))
}

/** The only text of a value. Throws on a number that isn't a safe integer. */
export function canonicalText(value: Json): string {
  const text = canonicalize(written(value))
  if (text === undefined) throw new Error('nothing to write')
  return text
}

/** The bytes of a text, as we hash them. */
export const bytesOf = (text: string): Uint8Array => utf8.decode(text)

/** The text of bytes; null if they aren't UTF-8. */
export function textOf(bytes: Uint8Array): string | null {
  try {
    const text = utf8.encode(bytes)
    // A decoder would drop a byte order mark, which isn't part of the hashed text.
    return bytesOf(text).length === bytes.length ? text : null
  } catch {
    return null
  }
}

/**
 * Reads canonical JSON; undefined for any other text. So each value has exactly one text: no name
 * can appear twice, and every reader sees the same value.
 */
export function readCanonical(text: string): unknown {
  try {
    const value = JSON.parse(text) as Json // canonicalText refuses what isn't
    return canonicalText(value) === text ? value : undefined
  } catch {
    return undefined
  }
}
