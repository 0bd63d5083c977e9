import { useState } from 'react'
import { isFinalRefusal } from '../../client/api-error.ts'

/** A new Idempotency-Key: 128 random bits. */
export const makeIdempotencyKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')

/**
 * Sends a change under the key of its intention: pressed twice, or again after a lost answer, it
 * is one request; after a refusal the same is a new intention.
 */
export function useSendOnce(): <T>(what: unknown, run: (key: string) => Promise<T>) => Promise<T> {
  const [keys] = useState(() => new Map<string, string>())
  return async (what, run) => {
    const text = JSON.stringify(what)
    const key = keys.get(text) ?? makeIdempotencyKey()
    keys.set(text, key)
    try {
      const answer = await run(key)
      keys.delete(text)
      return answer
    } catch (error) {
      if (isFinalRefusal(error)) keys.delete(text)
      throw error
    }
  }
}
