import { Trans } from '@lingui/react/macro'
import { canUsePasskeys, type PasskeyAssertion } from '../../client/passkeys.ts'
import { call } from '../../session/api.ts'
import { Or } from '../../ui/passkeys/or.tsx'
import { PasskeyButton } from '../../ui/passkeys/passkey-button.tsx'
import { toastError } from '../../ui/toast/toast.ts'

/** Whether a member with this many passkeys can use one here. */
export const offersPasskeys = (count = 0): boolean => count > 0 && canUsePasskeys()

/** A passkey instead of the password or the code. */
export function StepUpByPasskey({ onDone }: { onDone: () => void }) {
  const finish = async (body: PasskeyAssertion) => {
    await call('stepUpWithPasskey', { body })
    onDone()
  }
  return (
    <div className="mb-5 grid gap-5">
      <PasskeyButton
        kind="primary"
        start={() => call('startPasskeyStepUp', {})}
        finish={finish}
        onFail={(message) => toastError(message)}
      >
        <Trans>Use a passkey</Trans>
      </PasskeyButton>
      <Or />
    </div>
  )
}
