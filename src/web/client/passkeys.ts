import { t } from '@lingui/core/macro'
import type { CallAnswer, CallInput } from '../../contract/call.ts'
import { ApiError, messageOf } from './api-error.ts'

// Passkeys in the browser, for both apps. The library loads with the first click of a button, so no
// page waits for it.

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
 * Requests a passkey, in the browser's dialog or in the name field's suggestions. A page can have
 * only one request at a time, and suggestions never replace a dialog.
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
    // A suggestion that was starting may have ended the dialog. The dialog then ends the
    // suggestion.
    const credential = await ask().catch((error: unknown) => {
      if (!isAbandoned(error) || stops > before) throw error
      return ask()
    })
    return { ceremony, credential }
  } finally {
    dialogs--
  }
}

/** Cancels the browser's current request. */
export async function stopAskingPasskey(): Promise<void> {
  stops++
  const { WebAuthnAbortService } = await library()
  WebAuthnAbortService.cancelCeremony()
}

/** Whether the browser suggests passkeys in the name field. Checked before loading anything. */
export const canSuggestPasskeys = async (): Promise<boolean> =>
  canUsePasskeys() && (await PublicKeyCredential.isConditionalMediationAvailable?.())

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : '')

/** Whether another request replaced this one, which we don't report. */
export const isAbandoned = (error: unknown): boolean => nameOf(error) === 'AbortError'

/**
 * Why a passkey failed: the server's reason, or the browser's.
 * @param notAllowed when the dialog was canceled, or had nothing to offer
 */
export function passkeyMessage(
  error: unknown,
  notAllowed = t`No passkey was used. Try again, or continue another way.`,
): string {
  if (error instanceof ApiError) return messageOf(error, error.message)
  if (!canUsePasskeys()) return t`This browser can’t use passkeys here.`
  switch (nameOf(error)) {
    case 'NotAllowedError':
      return notAllowed
    case 'InvalidStateError':
      return t`This device already has a passkey here.`
    default:
      return t`Your browser couldn’t use the passkey. Try again, or continue another way.`
  }
}
