import { t } from '@lingui/core/macro'
import type { CallAnswer, CallInput } from '../../contract/call.ts'
import { ApiError, messageOf } from './api-error.ts'

// What both apps ask of the browser about passkeys. The library comes with the first press of a
// button, so no page waits for it.

export type PasskeyRequest = CallAnswer<'startPasskeySignIn'>
export type PasskeyAssertion = CallInput<'signInWithPasskey'>['body']
export type NewPasskey = Omit<CallInput<'addPasskey'>['body'], 'name'>

const library = () => import('@simplewebauthn/browser')

/** Whether the browser can use passkeys here. Their domain is never a bare IP address. */
export const canUsePasskeys = (): boolean =>
  typeof PublicKeyCredential === 'function' && !/^[\d.]+$|:/.test(window.location.hostname)

/** Has the browser make a passkey. */
export async function createPasskey({
  ceremony,
  options,
}: CallAnswer<'startPasskey'>): Promise<NewPasskey> {
  const { startRegistration } = await library()
  return { ceremony, credential: await startRegistration({ optionsJSON: options }) }
}

let dialogs = 0
let stops = 0

/**
 * Has the browser ask for a passkey, in a dialog of its own or in the name field's suggestions. A
 * page can ask once at a time: suggestions never take the place of a dialog.
 */
export async function askPasskey(
  { ceremony, options }: PasskeyRequest,
  useBrowserAutofill = false,
): Promise<PasskeyAssertion> {
  const { startAuthentication } = await library()
  const ask = () => startAuthentication({ optionsJSON: options, useBrowserAutofill })
  if (useBrowserAutofill) {
    if (dialogs > 0) throw new DOMException('A dialog asks', 'AbortError')
    return { ceremony, credential: await ask() }
  }
  dialogs++
  const before = stops
  try {
    // A suggestion that was starting may have ended the dialog, which then ends the suggestion.
    const credential = await ask().catch((error: unknown) => {
      if (!isAbandoned(error) || stops > before) throw error
      return ask()
    })
    return { ceremony, credential }
  } finally {
    dialogs--
  }
}

/** Takes back what the browser is asking. */
export async function stopAskingPasskey(): Promise<void> {
  stops++
  const { WebAuthnAbortService } = await library()
  WebAuthnAbortService.cancelCeremony()
}

/** Whether the browser suggests passkeys in the name field. Asked before anything is loaded. */
export const canSuggestPasskeys = async (): Promise<boolean> =>
  canUsePasskeys() && (await PublicKeyCredential.isConditionalMediationAvailable?.())

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : '')

/** Whether another question took the place of this one, which is no news to anyone. */
export const isAbandoned = (error: unknown): boolean => nameOf(error) === 'AbortError'

/** Why a passkey didn't do it: in the server's words, or for what the browser reported. */
export function passkeyMessage(error: unknown): string {
  if (error instanceof ApiError) return messageOf(error, error.message)
  if (!canUsePasskeys()) return t`This browser can’t use passkeys here.`
  switch (nameOf(error)) {
    case 'NotAllowedError':
      return t`No passkey was used. Try again, or continue another way.`
    case 'InvalidStateError':
      return t`This device already has a passkey here.`
    default:
      return t`Your browser couldn’t use the passkey. Try again, or continue another way.`
  }
}
