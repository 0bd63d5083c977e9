'use no memo'

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { Link, useLocation, useSearchParams } from 'react-router'
import { DEFAULT_SPONSOR, paths } from '../../client/paths.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { useHydrated } from '../../ui/use-hydrated.ts'
import { DeadLinkNote } from '../entry/dead-link-note.tsx'
import { deadLinkOf, EntryPage } from '../entry/entry-page.tsx'
import { ByPasskey } from './by-passkey.tsx'
import { LoginForm } from './login-form.tsx'

export const meta = () => [{ title: t`Login · Twofold` }]

// Most visits to this page don't need it, and the dialog library is larger than the page.
const ForgotDialog = lazyPart(async () => (await import('./forgot-dialog.tsx')).ForgotDialog)

export default function Login() {
  const [params] = useSearchParams()
  const [chosen, setForgot] = useState<boolean | null>(null)
  // Invitations lead here. Their recipients have no password yet.
  const isInvited = useHydrated() && params.has('forgot')
  const forgot = chosen ?? isInvited
  const deadLink = deadLinkOf(useLocation().state)
  return (
    <EntryPage title={t`Sign in to Twofold`}>
      {deadLink && (
        <DeadLinkNote link={deadLink}>
          <Trans>To get a new link, sign in and change your email address again.</Trans>
        </DeadLinkNote>
      )}
      <LoginForm onForgot={() => setForgot(true)} />
      <ByPasskey />
      <p className="mt-8 border-t border-line pt-5 text-soft">
        <Trans>
          No account yet?{' '}
          <Link
            to={paths.register(DEFAULT_SPONSOR)}
            className="font-medium text-ink underline underline-offset-4"
          >
            Register
          </Link>
        </Trans>
      </p>
      <ForgotDialog open={forgot} onClose={() => setForgot(false)} />
    </EntryPage>
  )
}
