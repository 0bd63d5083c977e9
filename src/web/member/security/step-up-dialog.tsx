import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../session/api.ts'
import { messageOf } from '../../client/api-error.ts'
import { requiredText } from '../../ui/form/required-text.ts'
import { useFields } from '../../ui/form/use-fields.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/form/field.tsx'
import { CurrentPassword } from '../../ui/form/known-fields.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { toastError } from '../../ui/toast/toast.ts'
import { securityQuery } from './queries.ts'
import { SecurityError } from './security-error.tsx'
import { offersPasskeys, StepUpByPasskey } from './step-up-by-passkey.tsx'

type StepUpDialogProps = { onDone: () => void; onClose: () => void }

/** Asks for a step-up: the password, or a code if two-step verification is on. */
export function StepUpDialog({ onDone, onClose }: StepUpDialogProps) {
  const { data, error, isPending, refetch } = useQuery({ ...securityQuery, retry: 1 })
  const byCode = data?.totp_enabled === true
  const byPasskey = offersPasskeys(data?.passkeys)
  const Form = byCode ? CodeForm : PasswordForm
  return (
    <Dialog
      open
      onClose={onClose}
      title={
        byPasskey || (!data && error)
          ? t`Confirm it’s you`
          : byCode
            ? t`Enter your code`
            : t`Enter your password`
      }
      description={
        <Trans>
          We check that it’s you before money leaves or security settings change. We won’t ask again
          for five minutes.
        </Trans>
      }
    >
      {isPending && <SkeletonRows rows={2} label={t`Loading…`} />}
      {byPasskey && <StepUpByPasskey onDone={onDone} />}
      {data && <Form onDone={onDone} isSecond={byPasskey} />}
      {!data && error && <SecurityError error={error} onRetry={refetch} />}
    </Dialog>
  )
}

const sayFailure = (otherwise: string) => (error: unknown) =>
  toastError(messageOf(error, otherwise))

/** A dialog has one primary button: the passkey's, if there is one. */
type FormProps = { onDone: () => void; isSecond: boolean }

function PasswordForm({ onDone, isSecond }: FormProps) {
  const { field, onSubmit, isSubmitting } = useFields<{ password: string }>()
  const confirm = async (body: { password: string }) => {
    await call('stepUp', { body })
    onDone()
  }
  return (
    <form
      method="post"
      onSubmit={onSubmit(confirm, sayFailure(t`We couldn’t check the password`))}
      noValidate
      className="grid gap-4"
    >
      <CurrentPassword required {...field('password', { required: requiredText() })} />
      <Continue pending={isSubmitting} isSecond={isSecond} />
    </form>
  )
}

function CodeForm({ onDone, isSecond }: FormProps) {
  const { field, onSubmit, isSubmitting } = useFields<{ code: string }>()
  const confirm = async ({ code }: { code: string }) => {
    await call('stepUp', { body: { code: code.replace(/\s/g, '') } })
    onDone()
  }
  return (
    <form
      method="post"
      onSubmit={onSubmit(confirm, sayFailure(t`We couldn’t check the code`))}
      noValidate
      className="grid gap-4"
    >
      <Field
        label={t`Code`}
        inputMode="text"
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={48}
        required
        hint={t`Six digits from your authenticator app, or one of your recovery codes.`}
        {...field('code', { required: requiredText() })}
      />
      <Continue pending={isSubmitting} isSecond={isSecond} />
    </form>
  )
}

const Continue = ({ pending, isSecond }: { pending: boolean; isSecond: boolean }) => (
  <Button kind={isSecond ? 'plain' : 'primary'} type="submit" pending={pending} wide>
    <Trans>Continue</Trans>
  </Button>
)
