import { useForm } from 'react-hook-form'
import { useNavigate, useParams } from 'react-router'
import { call } from '../api.ts'
import { messageOf } from '../api-error.ts'
import { REQUIRED, showFieldErrors } from '../form-errors.ts'
import { paths } from '../paths.ts'
import { Button } from '../ui/button.tsx'
import { PasswordField } from '../ui/field.tsx'
import { toast, toastError } from '../ui/toast.ts'
import { EntryPage } from './entry-page.tsx'
import { PASSWORD_RULES } from './register-form.tsx'

export const meta = () => [{ title: 'Reset password · Twofold' }]

type Fields = { new_password: string; confirm_password: string }

export default function ResetPassword() {
  const { token = '' } = useParams()
  const navigate = useNavigate()
  const { register, handleSubmit, formState, setError, getValues } = useForm<Fields>()
  const { errors, isSubmitting } = formState
  const submit = handleSubmit(async (fields) => {
    try {
      const { detail } = await call('resetPassword', { body: { token, ...fields } })
      toast(detail, { kind: 'success', durationMs: 5000 })
      await navigate(paths.login())
    } catch (error) {
      if (showFieldErrors(error, ['new_password', 'confirm_password'], setError)) return
      toastError(messageOf(error, 'Password reset failed'))
    }
  })
  return (
    <EntryPage title="Set a new password" intro="All your devices are signed out when it is set.">
      <form onSubmit={submit} noValidate className="grid gap-4">
        <PasswordField
          label="New Password"
          autoComplete="new-password"
          required
          error={errors.new_password?.message}
          {...register('new_password', PASSWORD_RULES)}
        />
        <PasswordField
          label="Confirm Password"
          autoComplete="new-password"
          required
          error={errors.confirm_password?.message}
          {...register('confirm_password', {
            required: REQUIRED,
            validate: (value) => value === getValues('new_password') || "Passwords don't match",
          })}
        />
        <Button kind="primary" size="large" type="submit" pending={isSubmitting} wide>
          Reset Password
        </Button>
      </form>
    </EntryPage>
  )
}
