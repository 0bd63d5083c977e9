import { useEffect, useRef, useState } from 'react'
import type { CallInput } from '../../../../contract/call.ts'
import { t } from '@lingui/core/macro'
import { ApiError, messageOf } from '../../../client/api-error.ts'
import { makeIdempotencyKey } from '../../../client/pending-requests.ts'
import { call } from '../../session/call.ts'

export type QueueName = CallInput<'claimItem'>['params']['queue']

const RENEW_MS = 60_000
const ASK_AGAIN_MS = 5_000
/** Less than the ten minutes that a claim lasts on the server. */
const LASTS_MS = 9 * 60_000

/** This page until it reloads. In another one, the same operator may have paid the same item. */
const WINDOW = makeIdempotencyKey()

/** Whether a claim is held, and if not, why not, in the operator’s language. */
type Claimed = { held: boolean; refusal: string | null; elsewhere: boolean }
export type ClaimState = Claimed & {
  /** Takes the operator’s own claim from another window. */
  takeOver: () => void
}

const UNKNOWN: Claimed = { held: false, refusal: null, elsewhere: false }
const HELD: Claimed = { held: true, refusal: null, elsewhere: false }

/**
 * Claims a queue item while it is open here, so that no two operators work on the same one.
 * Releases it when the item is closed or the page is left. If the release fails, the claim expires
 * on the server.
 * @returns why it can’t be claimed, in the operator’s language, while another operator has it
 */
export const useClaim = (queue: QueueName, id: string, wanted: boolean): string | null =>
  useClaimState(queue, id, wanted).refusal

/**
 * The same, with the state of the claim.
 * @param stage of a withdrawal to pay. Its claim belongs to this window, and stays until it
 *   expires, also after the item is closed. We claim each stage again, because an approval ends
 *   earlier claims.
 */
export function useClaimState(
  queue: QueueName,
  id: string,
  wanted: boolean,
  stage?: string,
): ClaimState {
  const [state, setState] = useState(UNKNOWN)
  // How often the operator has asked to take the claim over, and how many of those we have sent.
  const [asked, setAsked] = useState(0)
  const sent = useRef(0)
  useEffect(() => {
    if (!wanted) return
    const params = { queue, id }
    const lasting = stage !== undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    let isHeld = false
    let heldAtMs = 0
    let isOver = false
    // Releases only a claim from here. An admin who views another operator's item must not end that
    // claim. And in another window, this operator may be paying what was approved since.
    const release = () => {
      if (!isHeld || lasting) return
      isHeld = false
      void call('releaseItem', { params, body: { review: true } }, { outlivesPage: true }).catch(
        () => null,
      )
    }
    const take = async () => {
      const askedAtMs = Date.now()
      // After sleep, the claim may have expired, and someone may have acted on the item.
      if (isHeld && askedAtMs - heldAtMs > LASTS_MS) setState(UNKNOWN)
      const body = lasting ? { window: WINDOW, take_over: asked > sent.current } : {}
      // Ask only once, even if it fails. Another window may take it over, and pay, before we retry.
      sent.current = asked
      const next = await call('claimItem', { params, body }).then(() => HELD, whyNot)
      isHeld = next.held
      if (isHeld) heldAtMs = askedAtMs
      if (isOver) return release()
      setState(next)
      timer = setTimeout(() => void take(), isHeld ? RENEW_MS : ASK_AGAIN_MS)
    }
    void take()
    window.addEventListener('pagehide', release)
    return () => {
      isOver = true
      clearTimeout(timer)
      window.removeEventListener('pagehide', release)
      setState(UNKNOWN)
      release()
    }
  }, [queue, id, wanted, stage, asked])
  return { ...state, takeOver: () => setAsked(asked + 1) }
}

const whyNot = (error: unknown): Claimed => ({
  held: false,
  refusal: messageOf(error, t`This can’t be claimed right now.`),
  elsewhere: error instanceof ApiError && error.code === 'claimed_elsewhere',
})
