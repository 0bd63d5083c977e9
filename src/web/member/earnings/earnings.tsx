import { msg, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { paths } from '../../client/paths.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Card, PAGE, PageHead } from '../../ui/card.tsx'
import { IncomeDisclaimer } from '../../ui/income-disclaimer.tsx'
import { usdText } from '../../ui/format/money-text.ts'
import { Empty, ErrorPanel } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { earningsQuery } from './queries.ts'
import { useMe } from '../me/queries.ts'
import { Boards } from './boards.tsx'
import { ByPlan } from './by-plan.tsx'
import { ChoiceBar } from './choice-bar.tsx'
import { EarningsChart } from './earnings-chart.tsx'
import { EarningsTable } from './earnings-table.tsx'
import type { Earnings } from './queries.ts'
import type { Unit } from './reward-kinds.ts'

export const meta = () => [{ title: t`Earnings · Twofold` }]

const STEPS = [
  { value: 'day', label: msg`Days` },
  { value: 'week', label: msg`Weeks` },
  { value: 'month', label: msg`Months` },
] as const

const UNITS = [
  { value: 'usd', label: msg`$` },
  { value: 'count', label: msg`Count` },
] as const

export default function EarningsPage() {
  const { data: user } = useMe()
  const [by, setBy] = useState<Earnings['by']>('week')
  const [unit, setUnit] = useState<Unit>('usd')
  const earnings = useQuery(earningsQuery({ by }))
  return (
    <div className={PAGE}>
      <PageHead title={t`Earnings`} intro={t`See every reward and the activation that paid it.`}>
        <ButtonLink to={paths.activity()} icon="clock">
          <Trans>Activity</Trans>
        </ButtonLink>
        <ButtonLink to={paths.statements()} icon="wallet">
          <Trans>Statements</Trans>
        </ButtonLink>
      </PageHead>
      <IncomeDisclaimer className="mt-5" />
      <div className="mt-8 grid gap-4">
        <Card label={t`Rewards`} className="min-w-0 p-5 sm:p-6">
          <div className="flex flex-wrap items-end justify-between gap-4">
            <div>
              <h2 className="text-sm text-faint">
                <Trans>Total Rewards</Trans>
              </h2>
              <div className="figures mt-1 text-4xl font-semibold tracking-tight">
                {user ? usdText(user.total_rewards) : <Skeleton className="h-10 w-36" />}
              </div>
            </div>
            <div className="flex flex-wrap gap-2">
              <ChoiceBar label={t`Steps`} choices={STEPS} value={by} onChange={setBy} />
              <ChoiceBar label={t`Unit`} choices={UNITS} value={unit} onChange={setUnit} />
            </div>
          </div>
          <Rewards earnings={earnings} unit={unit} />
        </Card>
        {user ? <Boards user={user} /> : <Skeleton className="h-96" />}
      </div>
    </div>
  )
}

type RewardsProps = {
  earnings: { data?: Earnings | undefined; error: unknown; refetch: () => unknown }
  unit: Unit
}

function Rewards({ earnings, unit }: RewardsProps) {
  const { data, error, refetch } = earnings
  if (!data && error) {
    return (
      <ErrorPanel error={error} title={t`Failed to load earnings`} onRetry={() => void refetch()} />
    )
  }
  if (!data) return <Skeleton className="mt-4 h-96" />
  if (data.total.count === 0) {
    return (
      <Empty
        icon="plus"
        title={t`No rewards in this period`}
        text={
          <Trans>
            You earn a reward when someone activates a profile in one of the six positions on your
            board.
          </Trans>
        }
      >
        <ButtonLink size="small" icon="people" to={paths.referrals()}>
          <Trans>Share your link</Trans>
        </ButtonLink>
      </Empty>
    )
  }
  return (
    <>
      <EarningsChart data={data} unit={unit} />
      <EarningsTable data={data} unit={unit} />
      <h3 className="mt-6 font-semibold">
        <Trans>By plan and level</Trans>
      </h3>
      <ByPlan data={data} unit={unit} />
    </>
  )
}
