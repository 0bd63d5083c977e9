import { t } from '@lingui/core/macro'
import { paths } from '../parts/console-paths.ts'
import { State, Time } from '../parts/list/cells.tsx'
import type { Column } from '../../ui/table/column.ts'
import type { RowOf } from '../parts/list/list-name.ts'
import { SubList } from '../parts/list/sub-list.tsx'

const DRAFTS: Column<RowOf<'listCatalogDrafts'>>[] = [
  { key: 'id', label: t`Draft`, title: true, show: (row) => t`Draft ${row.id}` },
  { key: 'note', label: t`Note`, show: (row) => row.note },
  { key: 'state', label: t`State`, show: (row) => <State code={row.state} /> },
  { key: 'by', label: t`By`, show: (row) => row.created_by },
  { key: 'changed', label: t`Changed`, show: (row) => <Time at={row.changed_at} /> },
  { key: 'starts', label: t`In force from`, show: (row) => <Time at={row.starts_at} /> },
]

/** All drafts of catalogs, with their state. */
export const DraftList = () => (
  <SubList
    name="listCatalogDrafts"
    input={{}}
    title={t`Drafts`}
    columns={DRAFTS}
    keyOf={(row) => row.id}
    linkOf={(row) => paths.catalogEditor(row.id)}
    empty={t`No drafts yet.`}
  />
)
