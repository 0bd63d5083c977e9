import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNow } from '../../client/use-now.ts'
import { PAGE, PageHead, Card } from '../../ui/card.tsx'
import { ErrorPanel } from '../../ui/notice.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { useHydrated } from '../../ui/use-hydrated.ts'
import { statementQuery } from './queries.ts'
import { DownloadButtons } from './download-buttons.tsx'
import { PeriodChoice } from './period-choice.tsx'
import { isPeriod, usualPeriods } from './periods.ts'
import type { Period } from './periods.ts'
import { StatementTable } from './statement-table.tsx'

const MINUTE_MS = 60_000
const NO_DAYS: Period = { from: '', to: '' }

export const meta = () => [{ title: t`Statements · Twofold` }]

export default function Statements() {
  const usual = usualPeriods(new Date(useNow(MINUTE_MS)))
  const [chosen, setChosen] = useState<Period | null>(null)
  const period = chosen ?? usual[0]?.period ?? NO_DAYS
  // The page was prerendered on another day.
  const isAwake = useHydrated()
  return (
    <div className={PAGE}>
      <PageHead
        title={t`Statements`}
        intro={
          <Trans>
            Your wallet over a period: opening balance, every entry, and closing balance. Times are
            UTC.
          </Trans>
        }
      />
      <Card label={t`Statement`} className="mt-8 p-5 sm:p-6">
        <PeriodChoice usual={usual} period={isAwake ? period : NO_DAYS} onChange={setChosen} />
        {isPeriod(period) ? (
          <Shown period={period} />
        ) : (
          <p className="mt-6 text-sm text-bad">
            <Trans>The first day must not be after the last.</Trans>
          </p>
        )}
      </Card>
    </div>
  )
}

function Shown({ period }: { period: Period }) {
  const { data, error, refetch, isPlaceholderData } = useQuery(statementQuery(period))
  if (error && (!data || isPlaceholderData)) {
    return (
      <ErrorPanel
        error={error}
        title={t`Failed to load the statement`}
        onRetry={() => void refetch()}
      />
    )
  }
  if (!data) return <SkeletonRows rows={6} label={t`Loading the statement…`} />
  return (
    // The last period's figures stay until the next ones are here, and look like it.
    <div
      aria-busy={isPlaceholderData}
      className="transition-opacity delay-150 aria-busy:opacity-50"
    >
      <DownloadButtons period={period} />
      <StatementTable key={`${period.from} ${period.to}`} statement={data} />
    </div>
  )
}
