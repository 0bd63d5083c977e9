import { useState } from 'react'
import type { MemberCallName } from '../../../contract/routes.ts'
import { makeIdempotencyKey } from '../../session/api.ts'
import { isFinalRefusal, isNotBegun } from '../../client/api-error.ts'
import { findUnsettled, keepUnsettled, nameOf, settle } from './pending-requests.ts'
import type { Sent } from './pending-requests.ts'

/**
 * Sends something under the key of its intention. What is the same intention though its body may
 * differ, as that of a figure at the rate of the moment, is named by `intention`: it is sent with
 * the body that was sent first.
 */
export type SendOnce = <B, T>(
  body: B,
  send: (key: string, body: B) => Promise<T>,
  intention?: unknown,
) => Promise<T>

/**
 * The key of one intention. It is made when the form opens and stays for as long as the same is
 * asked for, so that a second press or a retry after a lost answer is one request; other figures
 * are another intention and get another key. So does the same asked again after a refusal: the
 * server would repeat its old answer, though the wallet may have been filled since.
 */
export function useIdempotencyKey(call: MemberCallName): SendOnce {
  const [sentHere] = useState(() => new Map<string, Sent>())
  return async <B, T>(
    body: B,
    send: (key: string, body: B) => Promise<T>,
    intention: unknown = body,
  ) => {
    const name = nameOf(call, intention)
    const make = (): Sent => {
      return { key: makeIdempotencyKey(), body, atMs: Date.now(), unknown: false }
    }
    const sent = sentHere.get(name) ?? findUnsettled(name) ?? make()
    const keep = (unknown: boolean): void => {
      sentHere.set(name, { ...sent, unknown })
      keepUnsettled(name, { ...sent, unknown })
    }
    keep(true)
    try {
      const answer = await send(sent.key, sent.body as B)
      settle(name)
      return answer
    } catch (error) {
      if (isFinalRefusal(error)) {
        sentHere.delete(name)
        settle(name)
      } else {
        // What was lost before stays unknown, whatever is said of this try.
        keep(sent.unknown || !isNotBegun(error))
      }
      throw error
    }
  }
}
