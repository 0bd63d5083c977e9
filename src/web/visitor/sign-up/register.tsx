'use no memo'

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link, useLocation, useSearchParams } from 'react-router'
import { paths } from '../../client/paths.ts'
import { IncomeDisclaimer } from '../../ui/income-disclaimer.tsx'
import { DeadLinkNote, NOTE_LINK } from '../entry/dead-link-note.tsx'
import { deadLinkOf, EntryPage, type DeadLink } from '../entry/entry-page.tsx'
import { RegisterForm } from './register-form.tsx'

export const meta = () => [{ title: t`Register · Twofold` }]

/** For visitors with an invalid link. Most of them already have an account. */
function DeadEmailLink({ link }: { link: DeadLink }) {
  return (
    <DeadLinkNote link={link}>
      <Trans>
        Already registered?{' '}
        <Link to={paths.welcome()} className={NOTE_LINK}>
          Send a new link
        </Link>{' '}
        or{' '}
        <Link to={paths.login()} className={NOTE_LINK}>
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
      {deadLink && <DeadEmailLink link={deadLink} />}
      <RegisterForm referralCode={ref} />
      <p className="mt-6 text-soft">
        <Trans>
          Have an account?{' '}
          <Link to={paths.login()} className={NOTE_LINK}>
            Sign in
          </Link>
        </Trans>
      </p>
      <IncomeDisclaimer className="mt-8" />
    </EntryPage>
  )
}
