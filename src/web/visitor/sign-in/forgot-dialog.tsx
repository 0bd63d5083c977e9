'use no memo'

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { call } from '../../session/api.ts'
import { localize } from '../../client/api-error.ts'
import { useFields } from '../../ui/form/use-fields.ts'
import { toastFailure } from '../../ui/toast/toast-failure.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { EmailField } from '../../ui/form/known-fields.tsx'
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

const sayFailure = (error: unknown) => toastFailure(error, t`Failed to send recovery email`)

function ForgotForm({ onDone }: { onDone: () => void }) {
  const { field, onSubmit, isSubmitting } = useFields<{ email: string }>()
  const send = async (body: { email: string }) => {
    const { detail, text } = await call('forgotPassword', { body })
    toast(localize(detail, text), { kind: 'success', durationMs: 10_000 })
    onDone()
  }
  return (
    <form onSubmit={onSubmit(send, sayFailure)} noValidate className="grid gap-5">
      <EmailField required {...field('email', { required: t`Please enter your email address` })} />
      <Button kind="primary" type="submit" pending={isSubmitting} wide>
        <Trans>Send recovery email</Trans>
      </Button>
    </form>
  )
}
