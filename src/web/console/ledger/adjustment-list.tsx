import { t } from '@lingui/core/macro'
import { requestStates } from '../../../contract/fields/states.ts'
import { usdText } from '../../ui/format/money-text.ts'
import { None, State, Time } from '../parts/list/cells.tsx'
import type { Column } from '../../ui/table/column.ts'
import { choicesOf, type Filter } from '../parts/list/filter.ts'
import { ListPage } from '../parts/list/list-page.tsx'
import type { RowOf } from '../parts/list/list-name.ts'
import { MEMBER } from '../parts/list/shared-columns.tsx'

const approver = ({ approved_by: by, alone }: RowOf<'listAdjustments'>) =>
  by === null ? <None /> : alone ? t`${by}, alone` : by

const COLUMNS: Column<RowOf<'listAdjustments'>>[] = [
  { key: 'id', label: t`No.`, show: (row) => t`Adjustment ${row.id}`, title: true },
  MEMBER,
  { key: 'amount', label: t`Amount`, figures: true, show: (row) => usdText(row.amount) },
  { key: 'status', label: t`State`, show: (row) => <State code={row.status} /> },
  { key: 'reason', label: t`Reason`, text: true, show: (row) => row.reason },
  { key: 'by', label: t`Requested by`, show: (row) => row.requested_by },
  { key: 'at', label: t`Requested`, show: (row) => <Time at={row.requested_at} /> },
  { key: 'approved', label: t`Approved by`, show: approver },
]

const FILTERS: Filter[] = [
  { key: 'status', label: t`State`, kind: 'choice', choices: choicesOf(requestStates) },
]

export function AdjustmentList() {
  return (
    <ListPage
      name="listAdjustments"
      title={t`Adjustments`}
      intro={t`Wallet changes made by staff. Above the limit, a second operator approves.`}
      columns={COLUMNS}
      filters={FILTERS}
      keyOf={(row) => row.id}
      empty={t`No adjustments match.`}
    />
  )
}
