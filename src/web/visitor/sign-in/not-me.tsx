'use no memo'

import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { useEffect, useState, type ReactNode } from 'react'
import { useParams } from 'react-router'
import type { SecurityEvent } from '../../../contract/subjects/auth.ts'
import { valueOf } from '../../../domain/records.ts'
import { call } from '../../session/api.ts'
import { ApiError } from '../../client/api-error.ts'
import { paths } from '../../client/paths.ts'
import { toastFailure } from '../../ui/toast/toast-failure.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { ErrorPanel } from '../../ui/notice.tsx'
import { dateTimeText } from '../../ui/format/time-text.ts'
import { EntryPage, OneMoment } from '../entry/entry-page.tsx'

export const meta = () => [{ title: t`This wasn’t me · Twofold` }]

type Shown = { kind: SecurityEvent; happened_at: string; expires_at: string }
type Remaining = { passkeys: number; second_factor: boolean; reopened: boolean }
type State =
  | { is: 'waiting' }
  | { is: 'open'; shown: Shown }
  | { is: 'done'; remaining: Remaining }
  | { is: 'used' }
  | { is: 'ended' }
  | { is: 'suspended' }
  | { is: 'failed'; error: unknown }

/** What to do when a link doesn't work, as opposed to a missing answer. */
function stateOf(error: unknown): State {
  const code = error instanceof ApiError ? error.code : ''
  if (code === 'link_used') return { is: 'used' }
  if (code === 'account_suspended') return { is: 'suspended' }
  return code === 'invalid_token' ? { is: 'ended' } : { is: 'failed', error }
}

/**
 * The target of every security email's link. It asks first, because link scanners follow links too.
 */
export default function NotMe() {
  const { token = '' } = useParams()
  const [attempt, setAttempt] = useState(0)
  const retry = () => setAttempt(attempt + 1)
  return <Asking key={attempt} token={token} isRetry={attempt > 0} onRetry={retry} />
}

type AskingProps = { token: string; isRetry: boolean; onRetry: () => void }

function Asking({ token, isRetry, onRetry }: AskingProps) {
  // What replaces a pressed button takes the focus.
  const [replaces, setReplaces] = useState(isRetry)
  const [state, setState] = useState<State>({ is: 'waiting' })
  useEffect(() => {
    const stop = new AbortController()
    call('getDispute', { params: { token } }, { signal: stop.signal })
      .then((shown) => setState({ is: 'open', shown }))
      .catch((error: unknown) => {
        if (!stop.signal.aborted) setState(stateOf(error))
      })
    return () => stop.abort()
  }, [token])
  const dispute = async () => {
    setReplaces(true)
    try {
      const remaining = await call('dispute', { params: { token } })
      setState({ is: 'done', remaining })
    } catch (error) {
      const next = stateOf(error)
      if (next.is === 'failed') toastFailure(error, t`We couldn’t secure your account. Try again.`)
      else setState(next)
    }
  }
  return <Page state={state} replaces={replaces} onRetry={onRetry} onDispute={dispute} />
}

type PageProps = {
  state: State
  replaces: boolean
  onRetry: () => void
  onDispute: () => Promise<void>
}

function Page({ state, replaces, onRetry, onDispute }: PageProps) {
  switch (state.is) {
    case 'waiting':
      return (
        <EntryPage replaces={replaces} title={t`This wasn’t me`}>
          <OneMoment />
        </EntryPage>
      )
    case 'open':
      return <Question shown={state.shown} replaces={replaces} onDispute={onDispute} />
    case 'done':
      return <Secured remaining={state.remaining} />
    case 'suspended':
      return <Suspended />
    case 'failed':
      return (
        <EntryPage replaces={replaces} title={t`This wasn’t me`}>
          <ErrorPanel error={state.error} title={t`We couldn’t open this link`} onRetry={onRetry} />
        </EntryPage>
      )
    default:
      return <Over used={state.is === 'used'} replaces={replaces} />
  }
}

const happened = (kind: SecurityEvent): string => {
  const texts: Record<SecurityEvent, string> = {
    email_asked: t`A change to your email address was requested.`,
    email_changed: t`Your email address was changed.`,
    password_changed: t`Your password was changed.`,
    password_reset: t`Your password was reset.`,
    wallet_changed: t`Your wallet address was changed.`,
    totp_enabled: t`Two-step verification was turned on.`,
    totp_disabled: t`Two-step verification was turned off.`,
    passkey_added: t`A passkey was added.`,
    passkey_removed: t`A passkey was removed.`,
    passkey_copied: t`Someone used a passkey that may have been copied.`,
    new_device: t`Someone signed in from a new device.`,
    session_copied: t`Someone reused an old session token.`,
    recovery_code: t`Someone used a recovery code.`,
    wrong_code: t`Someone entered a wrong authenticator code.`,
    factor_locked: t`Someone entered ten wrong authenticator codes.`,
  }
  return valueOf(texts, kind) ?? t`The security of your account changed.`
}

type QuestionProps = { shown: Shown; replaces: boolean; onDispute: () => Promise<void> }

function Question({ shown, replaces, onDispute }: QuestionProps) {
  const [pending, setPending] = useState(false)
  const press = async () => {
    setPending(true)
    await onDispute()
    setPending(false)
  }
  return (
    <EntryPage replaces={replaces} title={t`Wasn’t this you?`}>
      <div className="rounded-md border border-line bg-sheet px-4 py-3">
        <p className="font-medium">{happened(shown.kind)}</p>
        <p className="mt-0.5 text-sm text-soft">
          <time dateTime={shown.happened_at}>{dateTimeText(shown.happened_at)}</time>
        </p>
      </div>
      <p className="mt-6">
        <Trans>If it wasn’t you, secure your account now. This will:</Trans>
      </p>
      <List>
        <Trans>Sign out every device</Trans>
        <Trans>Undo this change and later ones to your email</Trans>
        <Trans>
          Undo changes to your wallet address, two-step verification, and passkeys, also from the
          days before, even if you made them
        </Trans>
        <Trans>Return withdrawals that aren’t sent yet to your wallet, and hold new ones</Trans>
        <Trans>Turn off your password and email you a link to set a new one</Trans>
      </List>
      <div className="mt-7 grid gap-3">
        <Button kind="primary" size="large" icon="lock" wide pending={pending} onClick={press}>
          <Trans>Secure my account</Trans>
        </Button>
        <ButtonLink wide to={paths.home()}>
          <Trans>It was me</Trans>
        </ButtonLink>
      </div>
      <p className="mt-5 text-sm text-soft">
        <Trans>This link works once, until {dateTimeText(shown.expires_at)}.</Trans>
      </p>
    </EntryPage>
  )
}

function List({ children }: { children: (ReactNode | false)[] }) {
  return (
    <ul className="mt-3 grid list-disc gap-1.5 ps-5 text-soft marker:text-faint">
      {children.map(
        (text, at) =>
          // The lines of a list that never changes.
          text !== false && <li key={at}>{text}</li>,
      )}
    </ul>
  )
}

function Secured({ remaining }: { remaining: Remaining }) {
  const { passkeys, second_factor: hasFactor, reopened } = remaining
  return (
    <EntryPage replaces title={t`Your account is secured`}>
      <output className="block">
        <Trans>
          Check your email. We sent you a link to set a new password. It works for one hour.
        </Trans>
      </output>
      <p className="mt-6">
        <Trans>Once you’re signed in:</Trans>
      </p>
      <List>
        <Trans>
          Check your wallet address, or enter it if it’s missing, then request your withdrawals
          again
        </Trans>
        {reopened && (
          <Trans>
            Turn on auto upgrade and news emails again if you want them. Your account had been
            closed, which turns them off. It’s open again
          </Trans>
        )}
        {passkeys > 0 && (
          <Plural
            value={passkeys}
            one="Check your older passkey, which still works, and remove it if it isn’t yours"
            other="Check your # older passkeys, which still work, and remove any that aren’t yours"
          />
        )}
        {hasFactor ? (
          <Trans>
            Contact us if it wasn’t you who turned on two-step verification, which is still on
          </Trans>
        ) : (
          <Trans>Turn on two-step verification</Trans>
        )}
      </List>
      <div className="mt-7 grid gap-3">
        <ButtonLink wide to={paths.login()}>
          <Trans>Go to sign in</Trans>
        </ButtonLink>
      </div>
    </EntryPage>
  )
}

/** Staff stopped a dispute between mailboxes. The one before them may still use its own link. */
const Suspended = () => (
  <EntryPage
    replaces
    title={t`This account is suspended`}
    intro={
      <Trans>
        While it’s suspended, only the email address from before the recent changes can secure it.
        If that address is yours, open the link that we emailed there. If not, contact us.
      </Trans>
    }
  >
    <ButtonLink kind="primary" wide to={paths.contact()}>
      <Trans>Contact us</Trans>
    </ButtonLink>
  </EntryPage>
)

function Over({ used, replaces }: { used: boolean; replaces: boolean }) {
  return (
    <EntryPage
      replaces={replaces}
      title={used ? t`This link no longer works` : t`This link doesn’t work`}
      intro={
        used ? (
          <Trans>
            It was used, or your account is back at an earlier email address. Check your email for
            the link to set a new password, or ask for another one from the sign-in page. If you
            can’t, contact us.
          </Trans>
        ) : (
          <Trans>
            It has expired, or part of it is missing. Set a new password from the sign-in page: that
            signs out every device. If you can’t, contact us.
          </Trans>
        )
      }
    >
      <div className="grid gap-3">
        <ButtonLink kind="primary" wide to={paths.login()}>
          <Trans>Go to sign in</Trans>
        </ButtonLink>
        <ButtonLink wide to={paths.contact()}>
          <Trans>Contact us</Trans>
        </ButtonLink>
      </div>
    </EntryPage>
  )
}
