import { useMutation, useQuery } from '@tanstack/react-query'
import type { CallAnswer } from '../../../contract/call.ts'
import { messageOf } from '../../client/api-error.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { groupThousands } from '../../ui/format/money-text.ts'
import { ErrorPanel } from '../../ui/notice.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { toast, toastError } from '../../ui/toast/toast.ts'
import { call } from '../session/call.ts'
import { None, Time } from '../parts/list/cells.tsx'
import type { Column } from '../../ui/table/column.ts'
import { DataTable } from '../../ui/table/data-table.tsx'
import { WORTH } from '../parts/list/shared-columns.tsx'
import { useMay } from '../session/permission.ts'
import { Head } from '../parts/head.tsx'
import { CustodyTroubles } from './custody-troubles.tsx'
import { JobList } from './job-list.tsx'
import { Reconciliation } from './reconciliation.tsx'
import { Section } from '../parts/section.tsx'
import { howManyText } from '../parts/times-text.ts'
import { custodyQuery } from './queries.ts'

type Report = CallAnswer<'getCustody'>

const COINS: Column<Report['coins'][number]>[] = [
  { key: 'asset', label: 'Asset', title: true, show: (row) => row.asset },
  {
    key: 'chain',
    label: 'On chain',
    figures: true,
    show: (row) => (row.on_chain === null ? <None /> : groupThousands(row.on_chain)),
  },
  {
    key: 'ledger',
    label: 'In ledger',
    figures: true,
    show: (row) => groupThousands(row.in_ledger),
  },
  {
    key: 'unattributed',
    label: 'Unmatched',
    figures: true,
    show: (row) => groupThousands(row.unattributed),
  },
  WORTH,
]

const NODES: Column<Report['nodes'][number]>[] = [
  { key: 'host', label: 'Node', title: true, show: (row) => row.host },
  {
    key: 'usable',
    label: 'State',
    show: (row) => (
      <Badge tone={row.usable ? 'good' : 'bad'}>{row.usable ? 'In use' : 'Resting'}</Badge>
    ),
  },
  {
    key: 'block',
    label: 'Final block',
    figures: true,
    show: (row) => groupThousands(String(row.solid_block)),
  },
  { key: 'trouble', label: 'Problem', show: (row) => row.trouble ?? <None /> },
]

const SOURCES: Column<Report['rate_sources'][number]>[] = [
  { key: 'name', label: 'Source', title: true, show: (row) => row.name },
  {
    key: 'rate',
    label: 'TRX',
    figures: true,
    show: (row) => (row.rate ? `$${row.rate}` : <None />),
  },
  { key: 'asked', label: 'Asked', show: (row) => <Time at={row.asked_at} /> },
  { key: 'trouble', label: 'Problem', show: (row) => row.trouble || <None /> },
]

/** What the product runs on: coins against the ledger, nodes, rates, jobs. */
export function SystemPage() {
  const report = useQuery(custodyQuery)
  const { data } = report
  return (
    <>
      <Head title="System" intro="On-chain balances, nodes, rates, and jobs.">
        <CheckLedger />
      </Head>
      {report.isPending && <SkeletonRows rows={8} label="Loading the system status" />}
      {report.isError && !data && (
        <ErrorPanel
          error={report.error}
          title="We couldn’t load the system status"
          onRetry={() => void report.refetch()}
        />
      )}
      {data && (
        <div className="mt-4 grid items-start gap-4 xl:grid-cols-2">
          <CustodyTroubles report={data} />
          <Section
            title="Coins"
            note={
              data.checked_since ? (
                <>
                  every address checked since <Time at={data.checked_since} />
                </>
              ) : (
                'no address has been checked yet'
              )
            }
            flush
          >
            <DataTable label="Coins" columns={COINS} rows={data.coins} keyOf={(row) => row.asset} />
          </Section>
          <Reconciliation state={data.reconciliation} />
          <Section title="Nodes" flush>
            <DataTable label="Nodes" columns={NODES} rows={data.nodes} keyOf={(row) => row.host} />
          </Section>
          <Section title="Rate" note={rateText(data.rate)} flush>
            {data.rate_sources.length === 0 && (
              <p className="px-4 py-5 text-sm text-faint">
                The rate is fixed, so we don’t query any source.
              </p>
            )}
            <DataTable
              label="Rate sources"
              columns={SOURCES}
              rows={data.rate_sources}
              keyOf={(row) => row.name}
            />
          </Section>
          <div className="min-w-0 xl:col-span-2">
            <JobList />
          </div>
        </div>
      )}
    </>
  )
}

const rateText = (rate: Report['rate']) =>
  rate === null ? (
    'no current rate'
  ) : (
    <>
      1 TRX = ${rate.rate}, <Time at={rate.as_of} />
    </>
  )

const TIMEOUT_MS = 180_000

const sizeOf = (journals: number, postings: number): string =>
  `${howManyText(journals, 'journal')}, ${howManyText(postings, 'posting')}`

function CheckLedger() {
  const may = useMay('checkLedger')
  const check = useMutation({
    mutationFn: () => call('checkLedger', {}, { timeoutMs: TIMEOUT_MS }),
    onSuccess: ({ ok, journals, postings, differences }) =>
      ok
        ? toast('The ledger is consistent', {
            description: `${sizeOf(journals, postings)}, no differences.`,
            kind: 'success',
            durationMs: 10_000,
          })
        : toastError('The ledger has differences', differences.slice(0, 5).join('\n')),
    onError: (error) => toastError('Not checked', messageOf(error, 'Please try again.')),
  })
  if (!may) return null
  return (
    <Button size="small" icon="shield" pending={check.isPending} onClick={() => check.mutate()}>
      Check ledger
    </Button>
  )
}
