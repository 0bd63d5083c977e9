import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { OverviewAnswer } from './queries.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { Icon } from '../../ui/icon.tsx'
import { Loaded } from '../../ui/table/loaded.tsx'
import { agoText } from '../../ui/format/time-text.ts'
import { paths } from '../parts/console-paths.ts'
import { knownText } from '../parts/known-text.ts'
import { Head } from '../parts/head.tsx'
import { overviewQuery } from './queries.ts'
import { Figures } from './figures.tsx'
import { HealthLine } from './health-line.tsx'
import { MoneyTable, PlanTable } from './money-table.tsx'
import { QueueTable } from './queue-table.tsx'
import { Trends } from './trends.tsx'

/** The company at a glance: open queues first, then the figures, then their trends. */
export function Overview() {
  const overview = useQuery(overviewQuery)
  return (
    <div className="in-order">
      <Head title={t`Overview`}>
        {overview.data && <HealthLine health={overview.data.health} />}
      </Head>
      <Loaded
        query={overview}
        loading={t`Loading the overview`}
        failed={t`We couldn’t load the overview`}
      >
        {(data) => (
          <div className="mt-4 grid gap-4">
            <Crossed alerts={data.alerts} />
            <Figures overview={data} />
            <div className="grid items-start gap-4 xl:grid-cols-3">
              <QueueTable overview={data} />
              <MoneyTable money={data.money} />
              <PlanTable profiles={data.profiles} />
            </div>
          </div>
        )}
      </Loaded>
      <Trends />
    </div>
  )
}

function Crossed({ alerts }: { alerts: OverviewAnswer['alerts'] }) {
  if (alerts.length === 0) return null
  return (
    <ul aria-label={t`Alerts`} className="grid gap-2">
      {alerts.map(({ name, text, since }) => (
        <li
          key={name}
          className={
            'flex flex-wrap items-center gap-x-2.5 gap-y-1 rounded-md border border-bad/60 ' +
            'px-3 py-2 text-sm'
          }
        >
          <Icon name="alert" className="size-5 shrink-0 text-bad" />
          <span className="min-w-0 flex-1 basis-56 wrap-anywhere">
            {knownText(`alert.${name}.text`, text)}
          </span>
          <span className="figures text-xs text-faint">{agoText(since)}</span>
          <Link to={paths.alerts()} className="text-xs underline underline-offset-3">
            <Trans>Limits</Trans>
          </Link>
        </li>
      ))}
    </ul>
  )
}
