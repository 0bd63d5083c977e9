import { paths } from '../parts/console-paths.ts'
import { State, Time } from '../parts/list/cells.tsx'
import type { Column } from '../../ui/table/column.ts'
import type { RowOf } from '../parts/list/list-name.ts'
import { SubList } from '../parts/list/sub-list.tsx'

const DRAFTS: Column<RowOf<'listCatalogDrafts'>>[] = [
  { key: 'id', label: 'Draft', title: true, show: (row) => `Draft ${row.id}` },
  { key: 'note', label: 'Note', show: (row) => row.note },
  { key: 'state', label: 'State', show: (row) => <State code={row.state} /> },
  { key: 'by', label: 'By', show: (row) => row.created_by },
  { key: 'changed', label: 'Changed', show: (row) => <Time at={row.changed_at} /> },
  { key: 'starts', label: 'In force from', show: (row) => <Time at={row.starts_at} /> },
]

/** All drafts of catalogs, with their state. */
export const DraftList = () => (
  <SubList
    name="listCatalogDrafts"
    input={{}}
    title="Drafts"
    columns={DRAFTS}
    keyOf={(row) => row.id}
    linkOf={(row) => paths.catalogEditor(row.id)}
    empty="No drafts yet."
  />
)
