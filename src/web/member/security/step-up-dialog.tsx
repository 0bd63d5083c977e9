import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { call } from '../../session/api.ts'
import { messageOf } from '../../client/api-error.ts'
import { requiredText, showFieldErrors } from '../../ui/form/field-errors.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field, PasswordField } from '../../ui/form/field.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { toastError } from '../../ui/toast/toast.ts'
import { securityQuery } from './queries.ts'

type StepUpDialogProps = { onDone: () => void; onClose: () => void }

/** Asks again who is here: for the password, or for a code where two-step confirmation is on. */
export function StepUpDialog({ onDone, onClose }: StepUpDialogProps) {
  const { data, isPending } = useQuery({ ...securityQuery, retry: 1 })
  const byCode = data?.totp_enabled === true
  return (
    <Dialog
      open
      onClose={onClose}
      title={byCode ? t`Enter your code` : t`Enter your password`}
      description={
        <Trans>
          We ask for your password again before money leaves or security settings change. This lasts
          five minutes.
        </Trans>
      }
    >
      {isPending && <SkeletonRows rows={2} label={t`Loading…`} />}
      {!isPending && (byCode ? <CodeForm onDone={onDone} /> : <PasswordForm onDone={onDone} />)}
    </Dialog>
  )
}

function PasswordForm({ onDone }: { onDone: () => void }) {
  const { register, handleSubmit, formState, setError } = useForm<{ password: string }>()
  const submit = handleSubmit(async (body) => {
    try {
      await call('stepUp', { body })
      onDone()
    } catch (error) {
      if (showFieldErrors(error, ['password'], setError)) return
      toastError(messageOf(error, t`We couldn’t check the password`))
    }
  })
  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      <PasswordField
        label={t`Password`}
        autoComplete="current-password"
        required
        error={formState.errors.password?.message}
        {...register('password', { required: requiredText() })}
      />
      <Button kind="primary" type="submit" pending={formState.isSubmitting} wide>
        <Trans>Continue</Trans>
      </Button>
    </form>
  )
}

function CodeForm({ onDone }: { onDone: () => void }) {
  const { register, handleSubmit, formState, setError } = useForm<{ code: string }>()
  const submit = handleSubmit(async ({ code }) => {
    try {
      await call('stepUp', { body: { code: code.replace(/\s/g, '') } })
      onDone()
    } catch (error) {
      if (showFieldErrors(error, ['code'], setError)) return
      toastError(messageOf(error, t`We couldn’t check the code`))
    }
  })
  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      <Field
        label={t`Code`}
        inputMode="text"
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={48}
        required
        hint={t`Six digits from your authenticator app, or one of your recovery codes.`}
        error={formState.errors.code?.message}
        {...register('code', { required: requiredText() })}
      />
      <Button kind="primary" type="submit" pending={formState.isSubmitting} wide>
        <Trans>Continue</Trans>
      </Button>
    </form>
  )
}
