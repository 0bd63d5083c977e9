import { usdText } from '../../ui/format/money-text.ts'
import { State } from '../parts/list/cells.tsx'
import { REQUEST } from '../parts/list/shared-columns.tsx'
import type { Column } from '../../ui/table/column.ts'
import { choicesOf, type Filter } from '../parts/list/filter.ts'
import { ListPage } from '../parts/list/list-page.tsx'
import type { RowOf } from '../parts/list/list-name.ts'
import { coinText } from '../../ui/format/coin-text.ts'

const COLUMNS: Column<RowOf<'operatorListDeposits'>>[] = [
  { key: 'id', label: 'Request', show: (row) => row.request_id, title: true },
  { key: 'username', label: 'Member', show: (row) => row.username },
  { key: 'amount', label: 'Amount', figures: true, show: (row) => usdText(row.amount) },
  { key: 'fee', label: 'Fee', figures: true, show: (row) => usdText(row.fee_amount) },
  {
    key: 'coins',
    label: 'To be paid',
    figures: true,
    show: (row) => coinText(row.crypto_amount, row.cryptocurrency),
  },
  { key: 'stage', label: 'Stage', show: (row) => <State code={row.stage} /> },
  ...REQUEST,
]

const STAGES = [
  'awaiting_payment',
  'seen',
  'confirming',
  'mismatch',
  'credited',
  'expired',
  'replaced',
]

const FILTERS: Filter[] = [
  { key: 'search', label: 'Search', kind: 'text', placeholder: 'Member, request, transaction' },
  { key: 'status', label: 'Stage', kind: 'choice', choices: choicesOf(STAGES) },
]

export function DepositList() {
  return (
    <ListPage
      name="operatorListDeposits"
      title="Deposits"
      columns={COLUMNS}
      filters={FILTERS}
      keyOf={(row) => row.id}
      empty="No deposit requests match."
    />
  )
}
