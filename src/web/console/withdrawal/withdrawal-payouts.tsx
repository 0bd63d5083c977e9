import type { CallAnswer } from '../../../contract/call.ts'
import { paths } from '../parts/console-paths.ts'
import { Nothing } from '../parts/list/listed.tsx'
import { payoutState, Short, State, Time } from '../parts/list/cells.tsx'
import type { Column } from '../../ui/table/column.ts'
import { DataTable } from '../../ui/table/data-table.tsx'
import { Section } from '../parts/section.tsx'
import { coinText } from '../../ui/format/coin-text.ts'

type Withdrawal = CallAnswer<'getWithdrawal'>

const PAYOUTS: Column<Withdrawal['payouts'][number]>[] = [
  { key: 'id', label: 'Payout', title: true, show: (row) => `Payout ${row.id}` },
  { key: 'amount', label: 'Amount', figures: true, show: (row) => coinText(row.amount, row.asset) },
  { key: 'state', label: 'State', show: (row) => <State code={payoutState(row.state)} /> },
  { key: 'hash', label: 'Transaction', show: (row) => <Short text={row.transaction_hash} /> },
  { key: 'made', label: 'Signed', show: (row) => <Time at={row.created_at} /> },
]

/** The payouts that we signed for a withdrawal. */
export const WithdrawalPayouts = ({ payouts }: Pick<Withdrawal, 'payouts'>) => (
  <Section title="Payouts" flush>
    {payouts.length === 0 && <Nothing text="Not signed yet." />}
    <DataTable
      label="Payouts"
      columns={PAYOUTS}
      rows={payouts}
      keyOf={(row) => row.id}
      linkOf={(row) => paths.payout(row.id)}
    />
  </Section>
)
