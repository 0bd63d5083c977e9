import { t } from '@lingui/core/macro'
import { paths } from '../parts/console-paths.ts'
import { CellLink, None } from '../parts/list/cells.tsx'
import { Section } from '../parts/section.tsx'
import { Age } from '../parts/queue/age.tsx'
import type { Column } from '../../ui/table/column.ts'
import { Table } from '../../ui/table/table.tsx'
import { useNow } from '../../client/use-now.ts'
import { useOperator } from '../session/operator-session.ts'
import { countApprovals, oldestApproval } from './count-approvals.ts'
import type { OverviewAnswer } from './queries.ts'

type Queue = { label: string; to: string; size: number; since: string | null; hours: number }

const columnsOf = (nowMs: number): Column<Queue>[] => [
  {
    key: 'queue',
    label: t`Queue`,
    heads: true,
    // Other languages have longer names.
    className: 'whitespace-normal!',
    show: ({ label, to }) => <CellLink to={to}>{label}</CellLink>,
  },
  {
    key: 'size',
    label: t`Waiting`,
    figures: true,
    show: ({ size }) => <span className="font-medium">{size}</span>,
  },
  {
    key: 'oldest',
    label: t`Oldest`,
    figures: true,
    className: 'w-20',
    show: ({ since, hours }) =>
      since ? <Age since={since} now={nowMs} promisedHours={hours} /> : <None />,
  },
]

const queue = (label: string, to: string, size: number, hours: number, since?: string | null) => {
  return { label, to, size, hours, since: since ?? null }
}

/** What waits, and the age of the oldest item. */
export function QueueTable({ overview: { queues } }: { overview: OverviewAnswer }) {
  const nowMs = useNow(30_000)
  const { oldest } = queues
  const { role } = useOperator()
  const approvals = countApprovals(queues, role)
  const { withdrawals_pending: pending, withdrawals_in_flight: sending } = queues
  const rows: Queue[] = [
    queue(t`Withdrawals`, paths.withdrawalQueue(), pending, 48, oldest.withdrawal),
    queue(
      t`Unmatched deposits`,
      paths.depositQueue(),
      queues.unattributed,
      24,
      oldest.unattributed,
    ),
    queue(t`Messages`, paths.messageQueue(), queues.messages, 48, oldest.message),
    queue(t`Approvals`, paths.approvalQueue(), approvals, 48, oldestApproval(oldest, role)),
    queue(t`Payouts under way`, paths.payouts(), sending, 48),
    queue(t`Emails`, paths.system(), queues.mails, 1, oldest.mail),
  ]
  return (
    <Section title={t`Queues`} flush>
      <Table
        look="dense"
        label={t`Queues`}
        columns={columnsOf(nowMs)}
        rows={rows}
        keyOf={({ label }) => label}
      />
    </Section>
  )
}
