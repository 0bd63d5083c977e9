import { None, State, Time } from '../parts/list/cells.tsx'
import type { Column } from '../../ui/table/column.ts'
import type { RowOf } from '../parts/list/list-name.ts'
import { SubList } from '../parts/list/sub-list.tsx'
import { changeText } from './access-approvals.tsx'

const CHANGES: Column<RowOf<'listAccessChanges'>>[] = [
  { key: 'what', label: 'Change', title: true, show: changeText },
  { key: 'status', label: 'State', show: (row) => <State code={row.status} /> },
  { key: 'reason', label: 'Reason', text: true, show: (row) => row.reason },
  { key: 'by', label: 'Requested by', show: (row) => row.requested_by },
  { key: 'at', label: 'Requested', show: (row) => <Time at={row.requested_at} /> },
  { key: 'decided', label: 'Decided by', show: (row) => row.decided_by ?? <None /> },
]

/** All requests to change an operator's access, open and decided. */
export const AccessChanges = () => (
  <SubList
    name="listAccessChanges"
    input={{}}
    title="Access changes"
    columns={CHANGES}
    keyOf={(row) => row.id}
    empty="No access changes yet."
  />
)
