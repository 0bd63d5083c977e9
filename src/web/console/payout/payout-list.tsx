import { paths } from '../parts/console-paths.ts'
import { payoutState, Short, State, Time } from '../parts/list/cells.tsx'
import type { Column } from '../../ui/table/column.ts'
import { choicesOf, type Filter } from '../parts/list/filter.ts'
import { ListPage } from '../parts/list/list-page.tsx'
import type { RowOf } from '../parts/list/list-name.ts'
import { coinText } from '../../ui/format/coin-text.ts'

const COLUMNS: Column<RowOf<'listPayouts'>>[] = [
  { key: 'id', label: 'No.', title: true, show: (row) => `Payout ${row.id}` },
  { key: 'username', label: 'Member', show: (row) => row.username },
  { key: 'withdrawal', label: 'Withdrawal', figures: true, show: (row) => row.withdrawal },
  { key: 'amount', label: 'Amount', figures: true, show: (row) => coinText(row.amount, row.asset) },
  { key: 'state', label: 'State', show: (row) => <State code={payoutState(row.state)} /> },
  { key: 'to', label: 'To', show: (row) => <Short text={row.to_address} /> },
  { key: 'hash', label: 'Transaction', show: (row) => <Short text={row.transaction_hash} /> },
  { key: 'made', label: 'Signed', show: (row) => <Time at={row.created_at} /> },
]

const FILTERS: Filter[] = [
  { key: 'search', label: 'Search', kind: 'text', placeholder: 'Member, address, transaction' },
  {
    key: 'state',
    label: 'State',
    kind: 'choice',
    choices: [{ value: 'stored', label: 'Sent' }, ...choicesOf(['confirmed', 'failed', 'expired'])],
  },
]

export const PayoutList = () => (
  <ListPage
    name="listPayouts"
    title="Payouts"
    intro="Every signed payment. We store its bytes before sending them."
    columns={COLUMNS}
    filters={FILTERS}
    keyOf={(row) => row.id}
    linkOf={(row) => paths.payout(row.id)}
    empty="No payouts match."
  />
)
