import { paths } from '../parts/console-paths.ts'
import { CellLink, None } from '../parts/list/cells.tsx'
import { Section } from '../parts/section.tsx'
import { Age } from '../parts/queue/age.tsx'
import { useNow } from '../../client/use-now.ts'
import type { OverviewAnswer } from './queries.ts'

/** What waits, and for how long the oldest of it has. */
export function QueueTable({ overview: { queues } }: { overview: OverviewAnswer }) {
  const now = useNow(30_000)
  const { oldest } = queues
  const approvals = queues.access_changes + queues.adjustments
  const rows = [
    ['Withdrawals', paths.withdrawalQueue(), queues.withdrawals_pending, oldest.withdrawal, 48],
    ['Unmatched deposits', paths.depositQueue(), queues.unattributed, oldest.unattributed, 24],
    ['Messages', paths.messageQueue(), queues.messages, oldest.message, 48],
    ['Approvals', paths.approvalQueue(), approvals, null, 48],
    ['Payouts under way', paths.payouts(), queues.withdrawals_in_flight, null, 48],
    ['Emails', paths.system(), queues.mails, oldest.mail, 1],
  ] as const
  return (
    <Section title="Queues" flush>
      <table aria-label="Queues" className="w-full text-[0.8125rem]">
        <thead className="sr-only">
          <tr>
            <th scope="col">Queue</th>
            <th scope="col">Waiting</th>
            <th scope="col">Oldest</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([label, to, size, since, hours]) => (
            <tr key={label} className="border-b border-line/70 last:border-0">
              <th scope="row" className="px-4 py-1.5 text-left font-normal">
                <CellLink to={to}>{label}</CellLink>
              </th>
              <td className="figures px-2 text-right font-medium">{size}</td>
              <td className="w-20 px-4 text-right">
                {since ? <Age since={since} now={now} promisedHours={hours} /> : <None />}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  )
}
