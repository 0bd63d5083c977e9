import { operatorPasswordLength } from '../../../contract/fields/limits.ts'
import { messageOf } from '../../client/api-error.ts'
import { useFields } from '../../ui/form/use-fields.ts'
import { Button } from '../../ui/button.tsx'
import { PasswordField } from '../../ui/form/field.tsx'
import { toast, toastError } from '../../ui/toast/toast.ts'
import { call } from '../session/call.ts'
import { useOperator } from '../session/operator-session.ts'
import { renewOperator } from '../session/start-session.ts'

type Form = { current_password: string; new_password: string; confirm_password: string }

const EMPTY: Form = { current_password: '', new_password: '', confirm_password: '' }
const REQUIRED = 'This field is required.'

const sayFailure = (error: unknown) =>
  toastError('Your password was not changed', messageOf(error, 'Please try again.'))

/** The operator's own password; a change of it ends their other sessions. */
export function OwnPassword() {
  const { username } = useOperator()
  const { field, onSubmit, isSubmitting, reset, getValues } = useFields<Form>(EMPTY)
  const change = async (body: Form) => {
    const { detail } = await call('operatorChangePassword', { body })
    toast(detail, { kind: 'success' })
    reset(EMPTY)
    await renewOperator()
  }
  return (
    <form
      method="post"
      onSubmit={onSubmit(change, sayFailure)}
      noValidate
      className="grid max-w-sm gap-4"
    >
      {/* Password managers want to know whose password it is. */}
      <input type="text" autoComplete="username" value={username} readOnly hidden />
      <PasswordField
        label="Current password"
        autoComplete="current-password"
        {...field('current_password', { required: REQUIRED })}
      />
      <PasswordField
        label="New password"
        autoComplete="new-password"
        hint={`At least ${operatorPasswordLength.min} characters. A few unrelated words work well.`}
        {...field('new_password', { required: REQUIRED })}
      />
      <PasswordField
        label="New password again"
        autoComplete="new-password"
        {...field('confirm_password', {
          required: REQUIRED,
          validate: (value) => value === getValues('new_password') || 'New passwords do not match',
        })}
      />
      <div>
        <Button kind="primary" type="submit" icon="lock" pending={isSubmitting}>
          Change password
        </Button>
      </div>
    </form>
  )
}
