import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { operatorPasswordLength } from '../../../contract/fields/limits.ts'
import { isOutcomeUnknown, messageOf, unconfirmedPasswordText } from '../../client/api-error.ts'
import { useFields } from '../../ui/form/use-fields.ts'
import { Button } from '../../ui/button.tsx'
import { PasswordField } from '../../ui/form/field.tsx'
import { toast, toastError } from '../../ui/toast/toast.ts'
import { call } from '../session/call.ts'
import { useOperator } from '../session/operator-session.ts'
import { renewOperator } from '../session/start-session.ts'

type Form = { current_password: string; new_password: string; confirm_password: string }

const EMPTY: Form = { current_password: '', new_password: '', confirm_password: '' }
const REQUIRED = t`This field is required.`

function sayFailure(error: unknown): void {
  if (isOutcomeUnknown(error)) toastError(t`No answer from the server`, unconfirmedPasswordText())
  else toastError(t`Your password was not changed`, messageOf(error, t`Please try again.`))
}

/** The operator's own password. Changing it ends their other sessions. */
export function OwnPassword() {
  const { username } = useOperator()
  const { field, onSubmit, isSubmitting, reset, getValues } = useFields<Form>(EMPTY)
  const change = async (body: Form) => {
    await call('operatorChangePassword', { body })
    toast(t`Your password was changed. Your other sessions have ended.`, { kind: 'success' })
    reset(EMPTY)
    await renewOperator({ must_change_password: false })
  }
  return (
    <form
      method="post"
      onSubmit={onSubmit(change, sayFailure)}
      noValidate
      className="grid max-w-sm gap-4"
    >
      {/* Password managers need to know whose password it is. */}
      <input type="text" autoComplete="username" value={username} readOnly hidden />
      <PasswordField
        label={t`Current password`}
        autoComplete="current-password"
        {...field('current_password', { required: REQUIRED })}
      />
      <PasswordField
        label={t`New password`}
        autoComplete="new-password"
        hint={t`Use at least ${operatorPasswordLength.min} characters: a few unrelated words.`}
        {...field('new_password', { required: REQUIRED })}
      />
      <PasswordField
        label={t`New password again`}
        autoComplete="new-password"
        {...field('confirm_password', {
          required: REQUIRED,
          validate: (value) => value === getValues('new_password') || t`New passwords do not match`,
        })}
      />
      <div>
        <Button kind="primary" type="submit" icon="lock" pending={isSubmitting}>
          <Trans>Change password</Trans>
        </Button>
      </div>
    </form>
  )
}
