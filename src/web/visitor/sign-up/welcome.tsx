'use no memo'

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { call } from '../../session/api.ts'
import { ApiError } from '../../client/api-error.ts'
import { useFields } from '../../ui/form/use-fields.ts'
import { toastFailure } from '../../ui/toast/toast-failure.ts'
import { Button } from '../../ui/button.tsx'
import { EmailField } from '../../ui/form/known-fields.tsx'
import { toastAnswer } from '../../ui/toast/toast-answer.ts'
import { EntryPage, SignInLink } from '../entry/entry-page.tsx'
import { InboxLink } from './inbox-link.tsx'
import { useVerified } from './use-verified.ts'

export const meta = () => [{ title: t`Welcome · Twofold` }]

function textIn(state: unknown, name: 'email' | 'code'): string {
  if (typeof state !== 'object' || state === null) return ''
  const value: unknown = Object.entries(state).find(([key]) => key === name)?.[1]
  return typeof value === 'string' ? value : ''
}

export default function Welcome() {
  const state: unknown = useLocation().state
  const email = textIn(state, 'email')
  const isVerified = useVerified(textIn(state, 'code'))
  if (isVerified) {
    return (
      <EntryPage
        title={t`Your email is verified`}
        intro={<Trans>Your account is ready. Sign in to add funds and activate Bronze.</Trans>}
      >
        <SignInLink kind="primary" />
      </EntryPage>
    )
  }
  return (
    <EntryPage
      title={t`Welcome to Twofold`}
      intro={
        email ? (
          <Trans>
            Check your inbox: we emailed a link to{' '}
            <strong className="font-semibold wrap-anywhere text-ink">{email}</strong>. This page
            continues once you open it, on any device.
          </Trans>
        ) : (
          <Trans>We emailed you a link. Open it to verify your address, then sign in.</Trans>
        )
      }
    >
      <InboxLink email={email} />
      <Resend key={email} email={email} />
      <div className="mt-6 border-t border-line pt-6">
        <SignInLink />
      </div>
    </EntryPage>
  )
}

/** Sends the email again, once. Until tomorrow, the server would refuse a second request. */
function Resend({ email }: { email: string }) {
  const [isUsed, setIsUsed] = useState(false)
  const { field, onSubmit, isSubmitting } = useFields<{ email: string }>({ email })
  const send = async (body: { email: string }) => {
    toastAnswer(await call('resendVerification', { body }))
    setIsUsed(true)
  }
  const fail = (error: unknown) => {
    if (error instanceof ApiError && error.code === 'resend_too_soon') setIsUsed(true)
    toastFailure(error, t`Failed to resend verification email`)
  }
  return (
    <form onSubmit={onSubmit(send, fail)} noValidate className="grid gap-4">
      <EmailField
        required
        hint={
          <Trans>No email? Check your spam folder first. We can send it again once a day.</Trans>
        }
        {...field('email', {
          required: t`Please enter your email address`,
          onChange: () => setIsUsed(false),
        })}
      />
      <Button type="submit" icon="mail" pending={isSubmitting} disabled={isUsed} wide>
        {isUsed ? t`Sent. You can ask again tomorrow.` : t`Resend Verification Email`}
      </Button>
    </form>
  )
}
