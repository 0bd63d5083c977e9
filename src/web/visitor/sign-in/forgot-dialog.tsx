'use no memo'

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useForm } from 'react-hook-form'
import { call } from '../../session/api.ts'
import { localize } from '../../client/api-error.ts'
import { showFieldErrors } from '../../ui/form/field-errors.ts'
import { toastFailure } from '../../ui/toast/toast-failure.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/form/field.tsx'
import { toast } from '../../ui/toast/toast.ts'

export function ForgotDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t`Forgot password?`}
      description={
        <Trans>
          Enter the email address you registered with. We’ll send you a link to set a new password.
        </Trans>
      }
    >
      <ForgotForm onDone={onClose} />
    </Dialog>
  )
}

function ForgotForm({ onDone }: { onDone: () => void }) {
  const { register, handleSubmit, formState, setError } = useForm<{ email: string }>()
  const submit = handleSubmit(async (body) => {
    try {
      const { detail, text } = await call('forgotPassword', { body })
      toast(localize(detail, text), { kind: 'success', durationMs: 10_000 })
      onDone()
    } catch (error) {
      if (showFieldErrors(error, ['email'], setError)) return
      toastFailure(error, t`Failed to send recovery email`)
    }
  })
  return (
    <form onSubmit={submit} noValidate className="grid gap-5">
      <Field
        label={t`Email`}
        type="email"
        autoComplete="email"
        required
        error={formState.errors.email?.message}
        {...register('email', { required: t`Please enter your email address` })}
      />
      <Button kind="primary" type="submit" pending={formState.isSubmitting} wide>
        <Trans>Send recovery email</Trans>
      </Button>
    </form>
  )
}
