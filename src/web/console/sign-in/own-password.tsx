import { useForm } from 'react-hook-form'
import { operatorPasswordLength } from '../../../contract/fields/limits.ts'
import { messageOf } from '../../client/api-error.ts'
import { showFieldErrors } from '../../ui/form/field-errors.ts'
import { Button } from '../../ui/button.tsx'
import { PasswordField } from '../../ui/form/field.tsx'
import { toast, toastError } from '../../ui/toast/toast.ts'
import { call } from '../session/call.ts'
import { useOperator } from '../session/operator-session.ts'
import { renewOperator } from '../session/start-session.ts'

type Form = { current_password: string; new_password: string; confirm_password: string }

const NAMES = ['current_password', 'new_password', 'confirm_password'] as const
const EMPTY: Form = { current_password: '', new_password: '', confirm_password: '' }
const REQUIRED = 'This field is required.'

/** The operator's own password; a change of it ends their other sessions. */
export function OwnPassword() {
  const { username } = useOperator()
  const form = useForm<Form>({ defaultValues: EMPTY })
  const { errors, isSubmitting } = form.formState
  const submit = form.handleSubmit(async (body) => {
    try {
      const { detail } = await call('operatorChangePassword', { body })
      toast(detail, { kind: 'success' })
      form.reset(EMPTY)
      await renewOperator()
    } catch (error) {
      if (showFieldErrors(error, NAMES, form.setError)) return
      toastError('Your password was not changed', messageOf(error, 'Please try again.'))
    }
  })
  return (
    <form onSubmit={submit} noValidate className="grid max-w-sm gap-4">
      {/* Password managers want to know whose password it is. */}
      <input type="text" autoComplete="username" value={username} readOnly hidden />
      <PasswordField
        label="Current password"
        autoComplete="current-password"
        error={errors.current_password?.message}
        {...form.register('current_password', { required: REQUIRED })}
      />
      <PasswordField
        label="New password"
        autoComplete="new-password"
        hint={`At least ${operatorPasswordLength.min} characters. A few unrelated words work well.`}
        error={errors.new_password?.message}
        {...form.register('new_password', { required: REQUIRED })}
      />
      <PasswordField
        label="New password again"
        autoComplete="new-password"
        error={errors.confirm_password?.message}
        {...form.register('confirm_password', {
          required: REQUIRED,
          validate: (value) =>
            value === form.getValues('new_password') || 'New passwords do not match',
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
