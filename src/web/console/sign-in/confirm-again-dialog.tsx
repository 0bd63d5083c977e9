import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { messageOf } from '../../client/api-error.ts'
import { canUsePasskeys, type PasskeyAssertion } from '../../client/passkeys.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/form/field.tsx'
import { CurrentPassword } from '../../ui/form/known-fields.tsx'
import { useFields } from '../../ui/form/use-fields.ts'
import { Or } from '../../ui/passkeys/or.tsx'
import { PasskeyButton } from '../../ui/passkeys/passkey-button.tsx'
import { call } from '../session/call.ts'
import { useOperator } from '../session/operator-session.ts'
import { answerConfirmation, useConfirmationWanted } from '../session/confirm-again.ts'

/** Asks for a step-up before money or access changes, if the last one was a while ago. */
export function ConfirmAgainDialog() {
  const wanted = useConfirmationWanted()
  // After signing out, no one else may confirm this operator's call.
  useEffect(() => () => answerConfirmation(false), [])
  return (
    <Dialog
      open={wanted}
      onClose={() => answerConfirmation(false)}
      title={t`Confirm it’s you`}
      description={t`You signed in a while ago. We ask again before money or access changes.`}
    >
      <ByPasskey />
      <ConfirmForm />
    </Dialog>
  )
}

const finish = async (body: PasskeyAssertion) => {
  await call('operatorStepUpWithPasskey', { body })
  answerConfirmation(true)
}

const offersPasskeys = (count: number): boolean => count > 0 && canUsePasskeys()

function ByPasskey() {
  const { passkeys } = useOperator()
  const [problem, setProblem] = useState('')
  if (!offersPasskeys(passkeys)) return null
  return (
    <div className="mb-4 grid gap-4">
      <PasskeyButton
        kind="primary"
        start={() => call('operatorStartPasskeyStepUp', {})}
        finish={finish}
        onFail={setProblem}
      >
        <Trans>Use a passkey</Trans>
      </PasskeyButton>
      {problem && (
        <p role="alert" className="text-sm text-bad">
          {problem}
        </p>
      )}
      <Or />
    </div>
  )
}

type Form = { password: string; totp: string }

function ConfirmForm() {
  const { totp_enrolled: hasCode, passkeys } = useOperator()
  const { field, onSubmit, isSubmitting, setError, getValues } = useFields<Form>()
  const confirm = async ({ password, totp }: Form) => {
    await call('operatorStepUp', { body: totp ? { totp } : { password } })
    answerConfirmation(true)
  }
  const fail = (error: unknown) => {
    const message = messageOf(error, t`We couldn’t check this.`)
    setError(getValues('totp') ? 'totp' : 'password', { message }, { shouldFocus: true })
  }
  return (
    <form method="post" onSubmit={onSubmit(confirm, fail)} noValidate className="grid gap-4">
      <CurrentPassword {...field('password')} />
      {hasCode && (
        <Field
          label={t`Or the code from your app`}
          autoComplete="one-time-code"
          inputMode="numeric"
          {...field('totp')}
        />
      )}
      <Button
        // The passkey has the primary one.
        kind={offersPasskeys(passkeys) ? 'plain' : 'primary'}
        type="submit"
        pending={isSubmitting}
        wide
      >
        <Trans>Continue</Trans>
      </Button>
    </form>
  )
}
