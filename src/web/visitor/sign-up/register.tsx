'use no memo'

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link, useSearchParams } from 'react-router'
import { paths } from '../../client/paths.ts'
import { IncomeDisclaimer } from '../../ui/income-disclaimer.tsx'
import { EntryPage } from '../entry/entry-page.tsx'
import { RegisterForm } from './register-form.tsx'

export const meta = () => [{ title: t`Register · Twofold` }]

export default function Register() {
  const [search] = useSearchParams()
  const ref = search.get('ref') ?? ''
  return (
    <EntryPage
      title={t`Create your account`}
      intro={<Trans>Registration is free. You pay when you activate a plan, and not before.</Trans>}
    >
      {/* A new link means a new form: the code it carries is the form's first value. */}
      <RegisterForm key={ref} referralCode={ref} />
      <p className="mt-6 text-soft">
        <Trans>
          Have an account?{' '}
          <Link to={paths.login()} className="font-medium text-ink underline underline-offset-4">
            Sign in
          </Link>
        </Trans>
      </p>
      <IncomeDisclaimer className="mt-8" />
    </EntryPage>
  )
}
