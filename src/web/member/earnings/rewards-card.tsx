import { msg, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { User } from '../../session/session.ts'
import { Card } from '../../ui/card.tsx'
import { usdText } from '../../ui/format/money-text.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Spot } from '../../ui/spot/spot.tsx'
import { ChoiceBar } from './choice-bar.tsx'
import { earningsQuery, type Earnings } from './queries.ts'
import type { Unit } from './reward-kinds.ts'
import { Rewards } from './rewards.tsx'

const STEPS = [
  { value: 'day', label: msg`Days` },
  { value: 'week', label: msg`Weeks` },
  { value: 'month', label: msg`Months` },
] as const

const UNITS = [
  { value: 'usd', label: msg`$` },
  { value: 'count', label: msg`Count` },
] as const

/** The member's rewards over time, by steps and in a unit of their choice. */
export function RewardsCard({ user }: { user: User | undefined }) {
  const [by, setBy] = useState<Earnings['by']>('week')
  const [unit, setUnit] = useState<Unit>('usd')
  const earnings = useQuery(earningsQuery({ by }))
  return (
    <Card label={t`Rewards`} className="min-w-0 p-5 sm:p-6">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <div>
          <h2 className="text-sm text-faint">
            <Trans>Total Rewards</Trans>
          </h2>
          <div className="figures mt-1 text-4xl font-semibold tracking-tight">
            {user ? usdText(user.total_rewards) : <Skeleton className="h-lh w-36" />}
          </div>
        </div>
        <div className="flex flex-wrap gap-2">
          <ChoiceBar label={t`Steps`} choices={STEPS} value={by} onChange={setBy} />
          <ChoiceBar label={t`Unit`} choices={UNITS} value={unit} onChange={setUnit} />
        </div>
      </div>
      <Spot name="rewards" waiting={!earnings.data && !earnings.error}>
        <Rewards earnings={earnings} unit={unit} />
      </Spot>
    </Card>
  )
}
