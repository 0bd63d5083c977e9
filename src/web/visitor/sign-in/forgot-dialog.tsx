'use no memo'

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { call } from '../../session/api.ts'
import { ApiError, localize, messageOf } from '../../client/api-error.ts'
import { useFields } from '../../ui/form/use-fields.ts'
import { toastFailure } from '../../ui/toast/toast-failure.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { EmailField } from '../../ui/form/known-fields.tsx'
import { Caution } from '../../ui/form/caution.tsx'
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
  const { field, onSubmit, isSubmitting } = useFields<{ email: string }>()
  const [limit, setLimit] = useState<string | null>(null)
  const send = async (body: { email: string }) => {
    setLimit(null)
    const { detail, text } = await call('forgotPassword', { body })
    toast(localize(detail, text), { kind: 'success', durationMs: 10_000 })
    onDone()
  }
  const showFailure = (error: unknown) => {
    const failed = t`Failed to send recovery email`
    // It says where to look meanwhile, which takes longer to read than a notice is there.
    if (error instanceof ApiError && error.code === 'rate_limited')
      setLimit(messageOf(error, failed))
    else toastFailure(error, failed)
  }
  return (
    <form onSubmit={onSubmit(send, showFailure)} noValidate className="grid gap-5">
      <EmailField required {...field('email', { required: t`Please enter your email address` })} />
      {limit !== null && <Caution role="alert">{limit}</Caution>}
      <Button kind="primary" type="submit" pending={isSubmitting} wide>
        <Trans>Send recovery email</Trans>
      </Button>
    </form>
  )
}
