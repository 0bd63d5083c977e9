import { paths } from '../parts/console-paths.ts'
import { None, Time } from '../parts/list/cells.tsx'
import type { Column } from '../../ui/table/column.ts'
import { wordsOf, type Filter } from '../parts/list/filter.ts'
import { ListPage } from '../parts/list/list-page.tsx'
import type { RowOf } from '../parts/list/list-name.ts'
import { Postings } from './postings.tsx'

const COLUMNS: Column<RowOf<'listJournals'>>[] = [
  { key: 'id', label: 'No.', show: (row) => `Journal ${row.id}`, title: true },
  { key: 'kind', label: 'Kind', show: (row) => wordsOf(row.kind) },
  { key: 'at', label: 'At', show: (row) => <Time at={row.at} /> },
  { key: 'postings', label: 'Postings', show: (row) => <Postings postings={row.postings} /> },
  {
    key: 'key',
    label: 'Key',
    show: (row) => row.key || <None />,
  },
]

const FILTERS: Filter[] = [
  {
    key: 'account',
    label: 'Account',
    kind: 'text',
    placeholder: 'Member or account',
  },
]

export function JournalList() {
  return (
    <ListPage
      name="listJournals"
      title="Journals"
      intro="One business event each. Its postings add up to zero for every asset."
      columns={COLUMNS}
      filters={FILTERS}
      keyOf={(row) => row.id}
      linkOf={(row) => paths.journal(row.id)}
      empty="No journals match."
    />
  )
}
