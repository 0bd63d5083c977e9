import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { isOutcomeUnknown, messageOf } from '../../client/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { focusIfLost } from '../../ui/focus/focus-if-lost.ts'
import { Field } from '../../ui/form/field.tsx'
import { useFields } from '../../ui/form/use-fields.ts'
import { toast, toastError } from '../../ui/toast/toast.ts'
import { call } from '../session/call.ts'
import { renewOperator } from '../session/start-session.ts'

/** Sets up the second factor: a QR code for the app, and a code to confirm that it works. */
export function EnrolTotp() {
  const start = useMutation({
    mutationFn: () => call('operatorStartTotp', {}),
    onError: (error) => toastError(t`Not started`, messageOf(error, t`Please try again.`)),
  })
  if (!start.data) {
    return (
      <Button
        kind="primary"
        icon="shield"
        className="max-xs:h-auto! max-xs:min-h-11 max-xs:py-1.5 max-xs:whitespace-normal!"
        pending={start.isPending}
        onClick={() => start.mutate()}
      >
        <Trans>Set up an authenticator app</Trans>
      </Button>
    )
  }
  const { qr_code: picture, otpauth_uri: uri } = start.data
  const secret = new URL(uri).searchParams.get('secret') ?? ''
  return (
    <div className="grid gap-4 sm:grid-cols-[13rem_1fr]">
      <img
        src={picture}
        alt={t`QR code for the authenticator app`}
        className="size-52 rounded-md bg-white p-2"
      />
      <div className="grid content-start gap-3">
        <p ref={focusIfLost} tabIndex={-1} className="text-sm text-soft outline-none">
          <Trans>
            Scan the code with an authenticator app or enter this key. Then enter the six digits the
            app shows.
          </Trans>
        </p>
        <p className="figures text-sm break-all">{secret}</p>
        <div>
          <CopyButton text={secret} label={t`Copy key`} />
        </div>
        <CodeForm />
      </div>
    </div>
  )
}

function CodeForm() {
  const [wasLost, setLost] = useState(false)
  const confirm = async ({ code }: { code: string }) => {
    try {
      await call('operatorConfirmTotp', { body: { code: code.replaceAll(' ', '') } })
    } catch (error) {
      // Otherwise, someone else's may be on.
      const isLost = wasLost || isOutcomeUnknown(error)
      setLost(isLost)
      if (!isLost) throw error
      const { totp_enrolled: isOn } = await call('operatorGetMe', {})
      if (!isOn) throw error
    }
    toast(t`Two-step verification is set up.`, { kind: 'success' })
    await renewOperator({ totp_enrolled: true })
  }
  const { field, onSubmit, isSubmitting, setError } = useFields<{ code: string }>()
  const fail = (error: unknown) => {
    const message = messageOf(error, t`We couldn’t check the code.`)
    setError('code', { message }, { shouldFocus: true })
  }
  return (
    <form onSubmit={onSubmit(confirm, fail)} noValidate className="grid gap-3">
      <Field
        label={t`Code`}
        inputMode="numeric"
        autoComplete="one-time-code"
        {...field('code', { required: t`Enter the code.` })}
      />
      <Button kind="primary" type="submit" pending={isSubmitting}>
        <Trans>Confirm</Trans>
      </Button>
    </form>
  )
}
