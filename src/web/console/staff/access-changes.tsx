import { t } from '@lingui/core/macro'
import { None, State, Time } from '../parts/list/cells.tsx'
import type { Column } from '../../ui/table/column.ts'
import type { RowOf } from '../parts/list/list-name.ts'
import { SubList } from '../parts/list/sub-list.tsx'
import { changeText } from './access-approvals.tsx'

const CHANGES: Column<RowOf<'listAccessChanges'>>[] = [
  { key: 'what', label: t`Access change`, title: true, show: changeText },
  { key: 'status', label: t`State`, show: (row) => <State code={row.status} /> },
  { key: 'reason', label: t`Reason`, text: true, show: (row) => row.reason },
  { key: 'by', label: t`Requested by`, show: (row) => row.requested_by },
  { key: 'at', label: t`Requested`, show: (row) => <Time at={row.requested_at} /> },
  { key: 'decided', label: t`Decided by`, show: (row) => row.decided_by ?? <None /> },
]

/** All requests to change an operator's access, open and decided. */
export const AccessChanges = () => (
  <SubList
    name="listAccessChanges"
    input={{}}
    title={t`Access changes`}
    columns={CHANGES}
    keyOf={(row) => row.id}
    empty={t`No access changes yet.`}
  />
)
