import { reject, Rejection } from '../../contract/refusals/reject.ts'

// JSON with only one meaning: UTF-8, no duplicate keys, no keys that reach a prototype, no NUL or
// unpaired surrogates (PostgreSQL can't store them), and limited depth.

const MAX_DEPTH = 20
const forbiddenKeys = new Set(['__proto__', 'constructor', 'prototype'])
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Reads a request's body. Refuses with `malformed_json`. An empty body is undefined. */
export function parseStrictJson(body: Buffer): unknown {
  if (body.length === 0) return undefined
  try {
    const text = utf8.decode(body)
    checkKeys(text)
    const value: unknown = JSON.parse(text)
    if (hasUnsafeText(value)) throw new SyntaxError('NUL or half a surrogate')
    return value
  } catch (error) {
    if (error instanceof Rejection) throw error
    throw reject('malformed_json')
  }
}

/** Whether any string in the value, keys included, contains NUL or an unpaired surrogate. */
export function hasUnsafeText(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0') || !value.isWellFormed()
  if (Array.isArray(value)) return value.some(hasUnsafeText)
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(([key, item]) => hasUnsafeText(key) || hasUnsafeText(item))
}

/**
 * Scans the text once, for nesting and keys only. JSON.parse checks the rest. A string directly
 * after `{` or `,` inside an object is a key.
 */
function checkKeys(text: string): void {
  const open: (Set<string> | null)[] = []
  let expectKey = false
  for (let at = 0; at < text.length; at++) {
    const char = text[at]
    if (char === '"') {
      const end = endOfString(text, at)
      const keys = open.at(-1)
      if (expectKey && keys) rememberKey(keys, String(JSON.parse(text.slice(at, end + 1))))
      expectKey = false
      at = end
    } else if (char === '{' || char === '[') {
      open.push(char === '{' ? new Set() : null)
      if (open.length > MAX_DEPTH) throw new SyntaxError('too deep')
      expectKey = char === '{'
    } else if (char === '}' || char === ']') {
      open.pop()
      expectKey = false
    } else if (char === ',') {
      expectKey = true
    }
  }
}

function rememberKey(keys: Set<string>, key: string): void {
  if (forbiddenKeys.has(key) || keys.has(key)) throw new SyntaxError('forbidden or repeated key')
  keys.add(key)
}

function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === '\\') at++
    else if (text[at] === '"') return at
  }
  throw new SyntaxError('open string')
}
