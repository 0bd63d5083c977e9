import { usdText } from '../../ui/format/money-text.ts'
import { paths } from '../parts/console-paths.ts'
import { Short, State } from '../parts/list/cells.tsx'
import { REQUEST } from '../parts/list/shared-columns.tsx'
import type { Column } from '../../ui/table/column.ts'
import { choicesOf, type Filter } from '../parts/list/filter.ts'
import { ListPage } from '../parts/list/list-page.tsx'
import type { RowOf } from '../parts/list/list-name.ts'

const COLUMNS: Column<RowOf<'operatorListWithdrawals'>>[] = [
  { key: 'id', label: 'No.', show: (row) => `Withdrawal ${row.id}`, title: true },
  { key: 'username', label: 'Member', show: (row) => row.username },
  { key: 'amount', label: 'Amount', figures: true, show: (row) => usdText(row.amount) },
  { key: 'fee', label: 'Fee', figures: true, show: (row) => usdText(row.fee_amount) },
  { key: 'stage', label: 'Stage', show: (row) => <State code={row.stage} /> },
  { key: 'address', label: 'To', show: (row) => <Short text={row.wallet_address} /> },
  ...REQUEST,
]

const STAGES = ['pending', 'approved', 'sent', 'confirmed', 'failed', 'rejected', 'cancelled']

const FILTERS: Filter[] = [
  { key: 'search', label: 'Search', kind: 'text', placeholder: 'Member, address, transaction' },
  { key: 'status', label: 'Stage', kind: 'choice', choices: choicesOf(STAGES) },
]

export function WithdrawalList() {
  return (
    <ListPage
      name="operatorListWithdrawals"
      title="Withdrawals"
      columns={COLUMNS}
      filters={FILTERS}
      keyOf={(row) => row.id}
      linkOf={(row) => paths.withdrawal(row.id)}
      empty="No withdrawals match."
    />
  )
}
