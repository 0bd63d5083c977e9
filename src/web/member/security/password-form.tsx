import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useEffect } from 'react'
import { call } from '../../session/api.ts'
import { isOutcomeUnknown, unconfirmedPasswordText } from '../../client/api-error.ts'
import { requiredText } from '../../ui/form/required-text.ts'
import { useFields } from '../../ui/form/use-fields.ts'
import { toastFailure } from '../../ui/toast/toast-failure.ts'
import { Button } from '../../ui/button.tsx'
import { PasswordField } from '../../ui/form/field.tsx'
import { NewPassword } from '../../ui/form/known-fields.tsx'
import { toastError } from '../../ui/toast/toast.ts'
import { toastAnswer } from '../../ui/toast/toast-answer.ts'
import { useStepUp } from './step-up.tsx'

type Fields = { current_password: string; new_password: string; confirm_password: string }

const EMPTY: Fields = { current_password: '', new_password: '', confirm_password: '' }

function sayFailure(error: unknown): void {
  const title = t`Failed to change password`
  if (isOutcomeUnknown(error)) toastError(title, unconfirmedPasswordText())
  else toastFailure(error, title)
}

type PasswordFormProps = { username: string; onDone: () => void }

/** Opens with the focus in its first field. */
export function PasswordForm({ username, onDone }: PasswordFormProps) {
  const runConfirmed = useStepUp()
  const { field, onSubmit, isSubmitting, getValues, setFocus } = useFields<Fields>(EMPTY)
  useEffect(() => setFocus('current_password'), [setFocus])
  const change = async (body: Fields) => {
    toastAnswer(await runConfirmed(() => call('changePassword', { body })))
    onDone()
  }
  return (
    <form
      className="mt-4 grid gap-4"
      method="post"
      onSubmit={onSubmit(change, sayFailure)}
      noValidate
    >
      {/* Password managers need to know whose password it is. */}
      <input type="text" autoComplete="username" value={username} readOnly hidden />
      <PasswordField
        label={t`Current Password`}
        autoComplete="current-password"
        required
        {...field('current_password', { required: requiredText() })}
      />
      <NewPassword
        label={t`New Password`}
        {...field('new_password', { required: requiredText() })}
      />
      <NewPassword
        label={t`Confirm New Password`}
        {...field('confirm_password', {
          required: requiredText(),
          validate: (value) => value === getValues('new_password') || t`New passwords do not match`,
        })}
      />
      <div className="flex flex-wrap gap-2">
        <Button kind="primary" type="submit" icon="lock" pending={isSubmitting}>
          <Trans>Change Password</Trans>
        </Button>
        <Button onClick={onDone}>
          <Trans>Cancel</Trans>
        </Button>
      </div>
    </form>
  )
}
