import { t } from '@lingui/core/macro'
import { paths } from '../parts/console-paths.ts'
import { None, Time } from '../parts/list/cells.tsx'
import type { Column } from '../../ui/table/column.ts'
import { wordsOf, type Filter } from '../parts/list/filter.ts'
import { ListPage } from '../parts/list/list-page.tsx'
import type { RowOf } from '../parts/list/list-name.ts'
import { accountCode } from './account-name.ts'
import { Postings } from './postings.tsx'

const COLUMNS: Column<RowOf<'listJournals'>>[] = [
  { key: 'id', label: t`No.`, show: (row) => t`Journal ${row.id}`, title: true },
  { key: 'kind', label: t`Kind`, show: (row) => wordsOf(row.kind) },
  { key: 'at', label: t`Time`, show: (row) => <Time at={row.at} /> },
  { key: 'postings', label: t`Postings`, show: (row) => <Postings postings={row.postings} /> },
  {
    key: 'key',
    label: t`Key`,
    has: (row) => Boolean(row.key),
    show: (row) => row.key || <None />,
  },
]

const FILTERS: Filter[] = [
  {
    key: 'account',
    label: t`Account`,
    kind: 'text',
    placeholder: t`Member or account`,
    codeOf: accountCode,
  },
]

export function JournalList() {
  return (
    <ListPage
      name="listJournals"
      title={t`Journals`}
      intro={t`One business event each. Its postings add up to zero for every asset.`}
      columns={COLUMNS}
      filters={FILTERS}
      keyOf={(row) => row.id}
      linkOf={(row) => paths.journal(row.id)}
      empty={t`No journals match.`}
    />
  )
}
