'use no memo'

import { useEffect, useEffectEvent } from 'react'
import { ApiError } from '../../client/api-error.ts'
import {
  askPasskey,
  canSuggestPasskeys,
  passkeyMessage,
  stopAskingPasskey,
} from '../../client/passkeys.ts'
import type { PasskeyUse } from './passkey-button.tsx'

/** The page has requested everything that it shows. */
const SETTLED_MS = 1000
/** Renewed before the server's five minutes are over. */
const RENEW_MS = 4 * 60_000

/** Lets the browser suggest passkeys in the name field, if it can, once the page is idle. */
export function usePasskeySuggestions({ start, finish, onFail }: PasskeyUse): void {
  const suggest = useEffectEvent(async () => {
    try {
      await finish(await askPasskey(await start(), true))
    } catch (error) {
      // A browser that suggests nothing still has the button.
      if (error instanceof ApiError) onFail(passkeyMessage(error))
    }
  })
  useEffect(() => {
    let askedAtMs = 0
    const renew = async () => {
      if (Date.now() - askedAtMs < RENEW_MS) return
      const mineAtMs = Date.now()
      askedAtMs = mineAtMs
      if (await canSuggestPasskeys()) await suggest()
      // Unless it was renewed meanwhile.
      if (askedAtMs === mineAtMs) askedAtMs = 0
    }
    const onFocus = () => void renew()
    // The button requests one when it's clicked.
    const onFocusIn = ({ target }: Event) => target instanceof HTMLInputElement && onFocus()
    // Safari has no idle callbacks.
    const timer = setTimeout(() => (window.requestIdleCallback ?? setTimeout)(onFocus), SETTLED_MS)
    document.addEventListener('focusin', onFocusIn)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('focusin', onFocusIn)
      if (askedAtMs > 0) void stopAskingPasskey()
      askedAtMs = Infinity
    }
  }, [])
}
