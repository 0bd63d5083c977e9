'use no memo'

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link, useLocation, useSearchParams } from 'react-router'
import { paths } from '../../client/paths.ts'
import { IncomeDisclaimer } from '../../ui/income-disclaimer.tsx'
import { DeadLinkNote } from '../entry/dead-link-note.tsx'
import { deadLinkOf, EntryPage } from '../entry/entry-page.tsx'
import { RegisterForm } from './register-form.tsx'

export const meta = () => [{ title: t`Register · Twofold` }]

const LINK = 'font-medium text-ink underline underline-offset-4'

/** For visitors with an invalid link. Most of them already have an account. */
function DeadLink({ message }: { message: string }) {
  return (
    <DeadLinkNote message={message}>
      <Trans>
        Already registered?{' '}
        <Link to={paths.welcome()} className={LINK}>
          Send a new link
        </Link>{' '}
        or{' '}
        <Link to={paths.login()} className={LINK}>
          sign in
        </Link>
        .
      </Trans>
    </DeadLinkNote>
  )
}

export default function Register() {
  const [search] = useSearchParams()
  const deadLink = deadLinkOf(useLocation().state)
  const ref = search.get('ref') ?? ''
  return (
    <EntryPage
      title={t`Create your account`}
      intro={<Trans>Registration is free. You pay when you activate a plan, and not before.</Trans>}
    >
      {deadLink && <DeadLink message={deadLink} />}
      <RegisterForm referralCode={ref} />
      <p className="mt-6 text-soft">
        <Trans>
          Have an account?{' '}
          <Link to={paths.login()} className={LINK}>
            Sign in
          </Link>
        </Trans>
      </p>
      <IncomeDisclaimer className="mt-8" />
    </EntryPage>
  )
}
