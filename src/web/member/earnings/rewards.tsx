import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { paths } from '../../client/paths.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Empty, ErrorPanel } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ByPlan } from './by-plan.tsx'
import { EarningsChart } from './earnings-chart.tsx'
import { EarningsTable } from './earnings-table.tsx'
import type { Earnings } from './queries.ts'
import type { Unit } from './reward-kinds.ts'

type RewardsProps = {
  earnings: { data?: Earnings | undefined; error: unknown; refetch: () => unknown }
  unit: Unit
}

export function Rewards({ earnings, unit }: RewardsProps) {
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
