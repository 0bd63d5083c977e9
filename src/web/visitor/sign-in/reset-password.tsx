'use no memo'

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useForm } from 'react-hook-form'
import { useNavigate, useParams } from 'react-router'
import { call } from '../../session/api.ts'
import { localize } from '../../client/api-error.ts'
import { requiredText, showFieldErrors } from '../../ui/form/field-errors.ts'
import { paths } from '../../client/paths.ts'
import { toastFailure } from '../../ui/toast/toast-failure.ts'
import { Button } from '../../ui/button.tsx'
import { PasswordField } from '../../ui/form/field.tsx'
import { toast } from '../../ui/toast/toast.ts'
import { EntryPage } from '../entry/entry-page.tsx'
import { passwordRules } from '../sign-up/register-form.tsx'

export const meta = () => [{ title: t`Reset password · Twofold` }]

type Fields = { new_password: string; confirm_password: string }

export default function ResetPassword() {
  const { token = '' } = useParams()
  const navigate = useNavigate()
  const { register, handleSubmit, formState, setError, getValues } = useForm<Fields>()
  const { errors, isSubmitting } = formState
  const submit = handleSubmit(async (fields) => {
    try {
      const { detail, text } = await call('resetPassword', { body: { token, ...fields } })
      toast(localize(detail, text), { kind: 'success', durationMs: 5000 })
      await navigate(paths.login())
    } catch (error) {
      if (showFieldErrors(error, ['new_password', 'confirm_password'], setError)) return
      toastFailure(error, t`Password reset failed`)
    }
  })
  return (
    <EntryPage
      title={t`Set a new password`}
      intro={t`Setting it signs you out on all your devices.`}
    >
      <form onSubmit={submit} noValidate className="grid gap-4">
        <PasswordField
          label={t`New Password`}
          autoComplete="new-password"
          required
          error={errors.new_password?.message}
          {...register('new_password', passwordRules())}
        />
        <PasswordField
          label={t`Confirm Password`}
          autoComplete="new-password"
          required
          error={errors.confirm_password?.message}
          {...register('confirm_password', {
            required: requiredText(),
            validate: (value) => value === getValues('new_password') || t`Passwords don't match`,
          })}
        />
        <Button kind="primary" size="large" type="submit" pending={isSubmitting} wide>
          <Trans>Reset Password</Trans>
        </Button>
      </form>
    </EntryPage>
  )
}
