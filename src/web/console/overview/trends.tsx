import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import type { CallAnswer } from '../../../contract/call.ts'
import { Loaded } from '../../ui/table/loaded.tsx'
import { dateTimeText } from '../../ui/format/time-text.ts'
import { BarChart } from '../parts/chart/bar-chart.tsx'
import { LineChart } from '../parts/chart/line-chart.tsx'
import { dayText, momentMarks, numberOf } from '../parts/chart/scale.ts'
import { PLAN_COLORS, planNames } from './plan-series.ts'
import { trendsQuery } from './queries.ts'

const PERIODS = ['7', '30', '90', '365'] as const
type Answer = CallAnswer<'getTrends'>

/** The company's figures day by day. Each chart can be read as a table instead. */
export function Trends() {
  const [params] = useSearchParams()
  const days = PERIODS.find((period) => period === params.get('days')) ?? '30'
  const trends = useQuery(trendsQuery(days))
  return (
    <section aria-label={t`Trends`} className="mt-6">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-base font-semibold">
          <Trans>Trends</Trans>
        </h2>
        <Periods current={days} />
      </div>
      <Loaded
        query={trends}
        loading={t`Loading the trends`}
        failed={t`We couldn’t load the trends`}
        lines={5}
      >
        {(data) => <Charts trends={data} />}
      </Loaded>
    </section>
  )
}

function Periods({ current }: { current: string }) {
  return (
    <nav aria-label={t`Period`} className="flex rounded-md border border-edge/60 p-0.5 text-xs">
      {PERIODS.map((period) => (
        <Link
          key={period}
          to={{ search: `?days=${period}` }}
          aria-current={period === current ? 'page' : undefined}
          className={
            'flex h-7 items-center rounded-sm px-2.5 text-soft hover:text-ink ' +
            'aria-[current=page]:bg-raised aria-[current=page]:text-ink pointer-coarse:h-11'
          }
        >
          <Trans>{period} days</Trans>
        </Link>
      ))}
    </nav>
  )
}

function Charts({ trends: { days, solvency } }: { trends: Answer }) {
  return (
    <div className="mt-3 grid gap-4 lg:grid-cols-2">
      <MoneyCharts days={days} solvency={solvency} />
      <NetworkCharts days={days} />
    </div>
  )
}

function MoneyCharts({ days, solvency }: Answer) {
  const moments = solvency.map(({ at }) => at)
  return (
    <>
      <LineChart
        title={t`Owed and held`}
        unit={t`USD`}
        labels={moments.map(dateTimeText)}
        marks={momentMarks(moments)}
        series={[
          {
            name: t`Owed`,
            color: 'var(--second)',
            values: solvency.map(({ owed }) => numberOf(owed)),
          },
          {
            name: t`Custody`,
            color: 'var(--accent)',
            values: solvency.map(({ value_usd: value }) => (value ? numberOf(value) : null)),
          },
        ]}
        empty={t`No data yet. We record a point every few minutes.`}
      />
      <BarChart
        title={t`Fees and margin`}
        unit={t`USD`}
        labels={days.map(({ day }) => dayText(day))}
        series={[
          {
            name: t`Deposit fees`,
            color: 'var(--diamond)',
            values: days.map((day) => numberOf(day.deposit_fees)),
          },
          {
            name: t`Withdrawal fees`,
            color: 'var(--platinum)',
            values: days.map((day) => numberOf(day.withdrawal_fees)),
          },
          {
            name: t`Plan margin`,
            color: 'var(--accent)',
            values: days.map((day) => numberOf(day.margin)),
          },
        ]}
      />
    </>
  )
}

function NetworkCharts({ days }: Pick<Answer, 'days'>) {
  const labels = days.map(({ day }) => dayText(day))
  const plans = planNames(days)
  return (
    <>
      <BarChart
        title={t`Joins and activations`}
        labels={labels}
        series={[
          { name: t`Joins`, color: 'var(--diamond)', values: days.map(({ joins }) => joins) },
          {
            name: t`Activations`,
            color: 'var(--accent)',
            values: days.map(({ activations }) => activations),
          },
        ]}
      />
      <BarChart
        title={t`Boards completed`}
        labels={labels}
        series={plans.map((plan) => ({
          name: plan,
          color: PLAN_COLORS[plan] ?? 'var(--soft)',
          values: days.map(
            ({ boards }) => boards.find((board) => board.plan === plan)?.completed ?? 0,
          ),
        }))}
      />
    </>
  )
}
