import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useEffect } from 'react'
import { Link } from 'react-router'
import { paths } from '../../client/paths.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Card, PAGE, PageHead } from '../../ui/card.tsx'
import { IncomeDisclaimer } from '../../ui/income-disclaimer.tsx'
import { usdText } from '../../ui/format/money-text.ts'
import { PageError } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { toastError } from '../../ui/toast/toast.ts'
import { DepositDialogSlot } from '../deposit/deposit-dialog-slot.tsx'
import { useDepositDialog } from '../deposit/use-deposit-dialog.ts'
import { useMe } from '../me/queries.ts'
import { AccountOverview } from './account-overview.tsx'
import { DashboardStats } from './dashboard-stats.tsx'
import { FirstSteps } from './first-steps.tsx'
import { RecentActivity } from './recent-activity.tsx'
import { TierStatus } from './tier-status.tsx'

export const meta = () => [{ title: t`Dashboard · Twofold` }]

export default function Dashboard() {
  const { data: user, error, refetch } = useMe()
  const deposit = useDepositDialog()
  useEffect(() => {
    if (error) toastError(t`Error`, t`Failed to load dashboard data`)
  }, [error])
  if (!user && error) {
    return (
      <PageError
        error={error}
        title={t`Failed to load dashboard data`}
        onRetry={() => void refetch()}
      />
    )
  }
  return (
    <div className={PAGE}>
      <PageHead title={user ? t`Welcome, ${user.username}` : t`Welcome`}>
        <ButtonLink size="small" to={paths.account()} icon="user">
          <Trans>Account Settings</Trans>
        </ButtonLink>
        <ButtonLink size="small" to={paths.referrals()} icon="people">
          <Trans>View Referrals</Trans>
        </ButtonLink>
      </PageHead>
      <div className="mt-8 grid gap-4 lg:grid-cols-[1.6fr_1fr]">
        <div className="grid content-start gap-4">
          <Wallet balance={user?.wallet_balance} onDeposit={deposit.open} />
          {user && <FirstSteps user={user} />}
          <DashboardStats user={user} />
          <TierStatus user={user} />
          <RecentActivity userId={user?.id} />
        </div>
        <AccountOverview user={user} />
      </div>
      <IncomeDisclaimer className="mt-10" />
      <DepositDialogSlot />
    </div>
  )
}

const LINK =
  'inline-flex min-h-9 items-center text-sm text-soft underline underline-offset-4 ' +
  'hover:text-ink pointer-coarse:min-h-11'

function Wallet({ balance, onDeposit }: { balance: string | undefined; onDeposit: () => void }) {
  return (
    <Card label={t`Wallet`} className="flex flex-wrap items-end justify-between gap-4 p-5 sm:p-6">
      <div>
        <h2 className="text-sm text-faint">
          <Trans>Wallet Balance</Trans>
        </h2>
        <div className="figures mt-1 text-4xl font-semibold tracking-tight">
          {balance === undefined ? <Skeleton className="h-10 w-36" /> : usdText(balance)}
        </div>
        <div className="mt-1 flex gap-x-5">
          <Link to={paths.statements()} className={LINK}>
            <Trans>How it adds up</Trans>
          </Link>
          <Link to={paths.earnings()} className={LINK}>
            <Trans>Earnings</Trans>
          </Link>
        </div>
      </div>
      <div className="flex flex-wrap gap-2 max-sm:w-full">
        <Button kind="primary" icon="deposit" onClick={onDeposit} className="max-sm:flex-1">
          <Trans>Deposit Funds</Trans>
        </Button>
        <ButtonLink to={paths.account({ withdraw: 'new' })}>
          <Trans>Withdraw</Trans>
        </ButtonLink>
      </div>
    </Card>
  )
}
