'use no memo'

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useForm } from 'react-hook-form'
import { useLocation } from 'react-router'
import { call } from '../../session/api.ts'
import { localize } from '../../client/api-error.ts'
import { showFieldErrors } from '../../ui/form/field-errors.ts'
import { paths } from '../../client/paths.ts'
import { toastFailure } from '../../ui/toast/toast-failure.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Field } from '../../ui/form/field.tsx'
import { toast } from '../../ui/toast/toast.ts'
import { EntryPage } from '../entry/entry-page.tsx'

export const meta = () => [{ title: t`Welcome · Twofold` }]

function emailOf(state: unknown): string {
  if (typeof state !== 'object' || state === null || !('email' in state)) return ''
  return typeof state.email === 'string' ? state.email : ''
}

export default function Welcome() {
  const email = emailOf(useLocation().state)
  const form = useForm({ defaultValues: { email } })
  const { errors, isSubmitting } = form.formState
  const submit = form.handleSubmit(async (body) => {
    try {
      const { detail, text } = await call('resendVerification', { body })
      toast(localize(detail, text), { kind: 'success', durationMs: 5000 })
    } catch (error) {
      if (showFieldErrors(error, ['email'], form.setError)) return
      toastFailure(error, t`Failed to resend verification email`)
    }
  })
  return (
    <EntryPage
      title={t`Welcome to Twofold`}
      intro={<Trans>We emailed you a link. Open it to verify your address, then sign in.</Trans>}
    >
      <form onSubmit={submit} noValidate className="grid gap-4">
        <Field
          label={t`Email`}
          type="email"
          autoComplete="email"
          required
          hint={
            <Trans>No email? Check your spam folder first. We can send it again once a day.</Trans>
          }
          error={errors.email?.message}
          {...form.register('email', { required: t`Please enter your email address` })}
        />
        <Button type="submit" icon="mail" pending={isSubmitting} wide>
          <Trans>Resend Verification Email</Trans>
        </Button>
      </form>
      <div className="mt-6 border-t border-line pt-6">
        <ButtonLink kind="primary" wide to={paths.login()}>
          <Trans>Sign In</Trans>
        </ButtonLink>
      </div>
    </EntryPage>
  )
}
