import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useForm } from 'react-hook-form'
import { call } from '../../session/api.ts'
import { localize } from '../../client/api-error.ts'
import { requiredText, showFieldErrors } from '../../ui/form/field-errors.ts'
import { toastFailure } from '../../ui/toast/toast-failure.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { PasswordField } from '../../ui/form/field.tsx'
import { toast } from '../../ui/toast/toast.ts'
import { useStepUp } from './step-up.tsx'

type Fields = { current_password: string; new_password: string; confirm_password: string }

const NAMES = ['current_password', 'new_password', 'confirm_password'] as const
const EMPTY: Fields = { current_password: '', new_password: '', confirm_password: '' }

export function ChangePassword({ username }: { username: string }) {
  const runConfirmed = useStepUp()
  const form = useForm<Fields>({ defaultValues: EMPTY })
  const { errors, isSubmitting } = form.formState
  const submit = form.handleSubmit(async (body) => {
    try {
      const { detail, text } = await runConfirmed(() => call('changePassword', { body }))
      toast(localize(detail, text), { kind: 'success', durationMs: 5000 })
      form.reset(EMPTY)
    } catch (error) {
      if (showFieldErrors(error, NAMES, form.setError)) return
      toastFailure(error, t`Failed to change password`)
    }
  })
  return (
    <Card label={t`Change password`} className="p-5 sm:p-6">
      <h2 className="text-lg font-semibold">
        <Trans>Change Password</Trans>
      </h2>
      <form onSubmit={submit} noValidate className="mt-4 grid gap-4">
        {/* Password managers want to know whose password it is. */}
        <input type="text" autoComplete="username" value={username} readOnly hidden />
        <PasswordField
          label={t`Current Password`}
          autoComplete="current-password"
          required
          error={errors.current_password?.message}
          {...form.register('current_password', { required: requiredText() })}
        />
        <PasswordField
          label={t`New Password`}
          autoComplete="new-password"
          required
          error={errors.new_password?.message}
          {...form.register('new_password', { required: requiredText() })}
        />
        <PasswordField
          label={t`Confirm New Password`}
          autoComplete="new-password"
          required
          error={errors.confirm_password?.message}
          {...form.register('confirm_password', {
            required: requiredText(),
            validate: (value) =>
              value === form.getValues('new_password') || t`New passwords do not match`,
          })}
        />
        <div>
          <Button type="submit" icon="lock" pending={isSubmitting}>
            <Trans>Change Password</Trans>
          </Button>
        </div>
      </form>
    </Card>
  )
}
