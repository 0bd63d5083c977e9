'use no memo'

import { Trans } from '@lingui/react/macro'
import { call } from '../../session/api.ts'
import { signInByPasskey } from '../../session/sign-in.ts'
import { Or } from '../../ui/passkeys/or.tsx'
import { PasskeyButton } from '../../ui/passkeys/passkey-button.tsx'
import { usePasskeySuggestions } from '../../ui/passkeys/use-passkey-suggestions.ts'
import { toastError } from '../../ui/toast/toast.ts'

const passkeyUse = {
  start: () => call('startPasskeySignIn', {}),
  finish: signInByPasskey,
  onFail: (message: string) => toastError(message),
}

/** Signing in without a name or a password. */
export function ByPasskey() {
  usePasskeySuggestions(passkeyUse)
  return (
    <div className="mt-4 grid gap-4">
      <Or />
      <PasskeyButton size="large" {...passkeyUse}>
        <Trans>Use a passkey</Trans>
      </PasskeyButton>
    </div>
  )
}
