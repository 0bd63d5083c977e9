import { useState } from 'react'
import { makeIdempotencyKey } from '../api.ts'
import { isFinalRefusal } from '../api-error.ts'

/** Sends something under the key of its intention. */
export type SendOnce = <T>(body: unknown, send: (key: string) => Promise<T>) => Promise<T>

/**
 * The key of one intention. It is made when the form opens and stays for as long as the same is
 * asked for, so that a second press or a retry after a lost answer is one request; other figures
 * are another intention and get another key. So does the same asked again after a refusal: the
 * server would repeat its old answer, though the wallet may have been filled since.
 */
export function useIdempotencyKey(): SendOnce {
  const [keys] = useState(() => new Map<string, string>())
  return async (body, send) => {
    const text = JSON.stringify(body)
    const key = keys.get(text) ?? makeIdempotencyKey()
    keys.set(text, key)
    try {
      return await send(key)
    } catch (error) {
      if (isFinalRefusal(error)) keys.delete(text)
      throw error
    }
  }
}
