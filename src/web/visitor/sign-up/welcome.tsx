'use no memo'

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useLocation } from 'react-router'
import { call } from '../../session/api.ts'
import { useFields } from '../../ui/form/use-fields.ts'
import { toastFailure } from '../../ui/toast/toast-failure.ts'
import { Button } from '../../ui/button.tsx'
import { EmailField } from '../../ui/form/known-fields.tsx'
import { toastAnswer } from '../../ui/toast/toast-answer.ts'
import { EntryPage, SignInLink } from '../entry/entry-page.tsx'

export const meta = () => [{ title: t`Welcome · Twofold` }]

function emailOf(state: unknown): string {
  if (typeof state !== 'object' || state === null || !('email' in state)) return ''
  return typeof state.email === 'string' ? state.email : ''
}

const sayFailure = (error: unknown) => toastFailure(error, t`Failed to resend verification email`)

const resend = async (body: { email: string }) =>
  toastAnswer(await call('resendVerification', { body }))

export default function Welcome() {
  const email = emailOf(useLocation().state)
  const { field, onSubmit, isSubmitting } = useFields<{ email: string }>({ email })
  return (
    <EntryPage
      title={t`Welcome to Twofold`}
      intro={<Trans>We emailed you a link. Open it to verify your address, then sign in.</Trans>}
    >
      <form onSubmit={onSubmit(resend, sayFailure)} noValidate className="grid gap-4">
        <EmailField
          required
          hint={
            <Trans>No email? Check your spam folder first. We can send it again once a day.</Trans>
          }
          {...field('email', { required: t`Please enter your email address` })}
        />
        <Button type="submit" icon="mail" pending={isSubmitting} wide>
          <Trans>Resend Verification Email</Trans>
        </Button>
      </form>
      <div className="mt-6 border-t border-line pt-6">
        <SignInLink kind="primary" />
      </div>
    </EntryPage>
  )
}
