import { usdText } from '../../ui/format/money-text.ts'
import { None, State, Time } from '../parts/list/cells.tsx'
import type { Column } from '../../ui/table/column.ts'
import { choicesOf, type Filter } from '../parts/list/filter.ts'
import { ListPage } from '../parts/list/list-page.tsx'
import type { RowOf } from '../parts/list/list-name.ts'

const approver = ({ approved_by: by, alone }: RowOf<'listAdjustments'>) =>
  by === null ? <None /> : alone ? `${by}, alone` : by

const COLUMNS: Column<RowOf<'listAdjustments'>>[] = [
  { key: 'id', label: 'No.', show: (row) => `Adjustment ${row.id}`, title: true },
  { key: 'username', label: 'Member', show: (row) => row.username },
  { key: 'amount', label: 'Amount', figures: true, show: (row) => usdText(row.amount) },
  { key: 'status', label: 'State', show: (row) => <State code={row.status} /> },
  { key: 'reason', label: 'Reason', text: true, show: (row) => row.reason },
  { key: 'by', label: 'Requested by', show: (row) => row.requested_by },
  { key: 'at', label: 'Requested', show: (row) => <Time at={row.requested_at} /> },
  { key: 'approved', label: 'Approved by', show: approver },
]

const FILTERS: Filter[] = [
  {
    key: 'status',
    label: 'State',
    kind: 'choice',
    choices: choicesOf(['pending', 'approved', 'rejected']),
  },
]

export function AdjustmentList() {
  return (
    <ListPage
      name="listAdjustments"
      title="Adjustments"
      intro="Wallet changes made by staff. Above the limit, a second operator approves."
      columns={COLUMNS}
      filters={FILTERS}
      keyOf={(row) => row.id}
      empty="No adjustments match."
    />
  )
}
