import { useState } from 'react'
import { makeIdempotencyKey } from '../api.ts'

/**
 * The key of one intention. It is made when the form opens and stays for as long as the same is
 * asked for, so that a second press or a retry after a lost answer is one request; other figures
 * are another intention and get another key.
 */
export function useIdempotencyKey(): (body: unknown) => string {
  const [keys] = useState(() => new Map<string, string>())
  return (body) => {
    const text = JSON.stringify(body)
    const key = keys.get(text) ?? makeIdempotencyKey()
    keys.set(text, key)
    return key
  }
}
