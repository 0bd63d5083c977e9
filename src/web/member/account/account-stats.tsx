import { i18n } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '../../client/paths.ts'
import type { User } from '../../session/session.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { usdText } from '../../ui/format/money-text.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { CurrentPlan } from '../dashboard/dashboard-stats.tsx'

type AccountStatsProps = {
  user: User | undefined
  onDeposit: () => void
  onWithdraw: () => void
}

const LINKS = [
  { label: msg`View Referrals`, to: paths.referrals() },
  { label: msg`Earnings`, to: paths.earnings() },
  { label: msg`Activity`, to: paths.activity() },
  { label: msg`Statements`, to: paths.statements() },
]

export function AccountStats({ user, onDeposit, onWithdraw }: AccountStatsProps) {
  return (
    <Card label={t`Account stats`} className="min-w-0 p-5 sm:p-6">
      <dl>
        <dt className="text-sm text-faint">
          <Trans>Wallet Balance</Trans>
        </dt>
        <dd className="figures mt-1 text-4xl font-semibold tracking-tight">
          {user ? usdText(user.wallet_balance) : <Skeleton className="h-lh w-36" />}
        </dd>
      </dl>
      <div className="mt-4 mb-3 grid grid-cols-2 gap-2">
        <Button kind="primary" icon="deposit" onClick={onDeposit}>
          <Trans>Deposit</Trans>
        </Button>
        <Button icon="withdraw" onClick={onWithdraw}>
          <Trans>Withdraw</Trans>
        </Button>
      </div>
      <dl>
        <Line term={t`Current Plan`}>{user && <CurrentPlan user={user} />}</Line>
        <Line term={t`Total Referrals`}>{user?.total_referrals}</Line>
      </dl>
      <PageLinks />
    </Card>
  )
}

function Line({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="mt-3 flex items-center justify-between gap-4 border-t border-line pt-3">
      <dt className="text-soft">{term}</dt>
      <dd className="figures flex font-semibold">
        {children ?? <Skeleton className="h-lh w-16" />}
      </dd>
    </div>
  )
}

const PageLinks = () => (
  <ul
    className={
      'mt-2 grid grid-cols-2 gap-x-5 border-t border-line pt-1 text-sm sm:flex sm:flex-wrap'
    }
  >
    {LINKS.map(({ label, to }) => (
      <li key={to}>
        <Link
          to={to}
          className={
            'inline-flex min-h-9 items-center text-soft underline underline-offset-4 ' +
            'hover:text-ink pointer-coarse:min-h-11'
          }
        >
          {i18n._(label)}
        </Link>
      </li>
    ))}
  </ul>
)
