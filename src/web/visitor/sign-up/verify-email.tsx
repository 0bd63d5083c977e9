'use no memo'

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import { call } from '../../session/api.ts'
import { ApiError, localize, messageOf } from '../../client/api-error.ts'
import { paths } from '../../client/paths.ts'
import { leaveAfterLogout } from '../../session/leave.ts'
import { readSession } from '../../session/session.ts'
import { toastFailure } from '../../ui/toast/toast-failure.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { toastAnswer } from '../../ui/toast/toast-answer.ts'
import { EntryPage, OneMoment, SignInLink } from '../entry/entry-page.tsx'

export const meta = () => [{ title: t`Verify email · Twofold` }]

export default function VerifyEmail() {
  const { token } = useParams()
  return token ? <Verifying token={token} /> : <WithoutToken />
}

function Verifying({ token }: { token: string }) {
  const navigate = useNavigate()
  const [search] = useSearchParams()
  // Emails about a new address of a member link here with this.
  const isChange = search.has('change')
  const [newEmail, setNewEmail] = useState<string>()
  useEffect(() => {
    const stop = new AbortController()
    call('verifyEmail', { params: { token } }, { signal: stop.signal })
      .then((answer) => {
        if (answer.new_email !== undefined) return setNewEmail(answer.new_email)
        toastAnswer(answer)
        return navigate(paths.login(), { replace: true })
      })
      .catch((error: unknown) => {
        if (stop.signal.aborted) return
        const isLost = error instanceof ApiError && !error.problem
        const failed = t`Email verification failed`
        const deadLink = isLost ? `${failed}. ${error.message}` : messageOf(error, failed)
        const target = isChange ? paths.login() : paths.register()
        const isDead = error instanceof ApiError && error.code === 'invalid_token'
        const path = paths.verifyEmail(token) + (isChange ? '?change' : '')
        const state = isDead ? { deadLink } : { deadLink, retry: path }
        void navigate(target, { replace: true, state })
      })
    return () => stop.abort()
  }, [token, navigate, isChange])
  if (newEmail !== undefined) return <Confirming token={token} email={newEmail} />
  return (
    <EntryPage title={t`Verifying your email`}>
      <OneMoment />
    </EntryPage>
  )
}

/** Whether the member who signed in here asked for the address. */
function isOwnChange(email: string): boolean {
  const session = readSession()
  return session.status === 'member' && session.user.pending_email === email
}

/** A new address takes effect on a button press: link scanners don't press buttons. */
function Confirming({ token, email }: { token: string; email: string }) {
  const navigate = useNavigate()
  const [pending, setPending] = useState(false)
  const confirm = async () => {
    setPending(true)
    try {
      const answer = await call('confirmEmail', { params: { token } })
      // It ended this browser's session too. The dashboard would open and close again.
      if (isOwnChange(email)) return leaveAfterLogout(localize(answer.detail, answer.text))
      toastAnswer(answer)
      await navigate(paths.login(), { replace: true })
    } catch (error) {
      const failed = t`Email verification failed`
      // It ended while the page was open.
      if (error instanceof ApiError && error.code === 'invalid_token') {
        const state = { deadLink: messageOf(error, failed) }
        return navigate(paths.login(), { replace: true, state })
      }
      toastFailure(error, failed)
      setPending(false)
    }
  }
  return (
    <EntryPage
      title={t`Confirm your new email address`}
      intro={
        <Trans>
          <strong className="font-semibold wrap-anywhere text-ink">{email}</strong> becomes the
          address of your account. Every device is signed out, and withdrawals are held for a while.
        </Trans>
      }
    >
      <div className="grid gap-3">
        <Button kind="primary" size="large" wide pending={pending} onClick={confirm}>
          <Trans>Confirm email address</Trans>
        </Button>
        <ButtonLink wide to={paths.home()}>
          <Trans>Not now</Trans>
        </ButtonLink>
      </div>
    </EntryPage>
  )
}

function WithoutToken() {
  return (
    <EntryPage
      title={t`Verify your email`}
      intro={
        <Trans>
          Open the link in our email to verify your address. If you don’t have the email, we can
          send it again.
        </Trans>
      }
    >
      <div className="grid gap-3">
        <ButtonLink kind="primary" wide to={paths.welcome()}>
          <Trans>Send the email again</Trans>
        </ButtonLink>
        <SignInLink />
      </div>
    </EntryPage>
  )
}
