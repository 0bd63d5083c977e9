import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { Card } from '../../../ui/card.tsx'
import { Empty } from '../../../ui/notice.tsx'
import { SkeletonRows } from '../../../ui/skeleton.tsx'
import { call } from '../../session/call.ts'
import { Head } from '../head.tsx'
import type { Column } from './column.ts'
import { CsvButton } from './csv-button.tsx'
import { DataTable } from './data-table.tsx'
import { FilterBar } from './filter-bar.tsx'
import { queryOf, type Filter } from './filter.ts'
import type { ListName, RowOf } from './list-name.ts'
import { Pager } from './pager.tsx'
import { SavedViews } from './saved-views.tsx'
import { ListError } from './list-error.tsx'

type ListPageProps<N extends ListName> = {
  /** The call behind the list. */
  name: N
  title: string
  intro?: string
  columns: Column<RowOf<N>>[]
  filters: Filter[]
  keyOf: (row: RowOf<N>) => string
  linkOf?: (row: RowOf<N>) => string
  empty: string
  children?: ReactNode
}

const PAGE_SIZE = '25'

/** A list of records: filters, order and place stand in the address, so that it can be shared. */
export function ListPage<N extends ListName>(props: ListPageProps<N>) {
  const { name, title, intro, columns, filters, keyOf, linkOf, empty, children } = props
  const [params] = useSearchParams()
  const query = queryOf(params, filters)
  const list = useQuery({
    queryKey: [name, query],
    queryFn: ({ signal }) => {
      const input = { query: { page_size: PAGE_SIZE, ...query } }
      return call<ListName>(name, input, { signal })
    },
    placeholderData: keepPreviousData,
  })
  // The call's name decides what its rows are, which types can't follow.
  const rows = (list.data?.results ?? []) as RowOf<N>[]
  return (
    <>
      <Head title={title} intro={intro}>
        <CsvButton name={name} query={query} />
        {children}
      </Head>
      <div className="mt-4 grid gap-2">
        {filters.length > 0 && <FilterBar filters={filters} />}
        {filters.length > 0 && <SavedViews list={name} />}
      </div>
      <Card className="mt-3" label={title}>
        {list.isPending && <ListWaiting title={title} />}
        <ListError list={list} title={title} />
        {list.data && rows.length === 0 && <Empty icon="search" title={empty} />}
        {rows.length > 0 && (
          <DataTable label={title} columns={columns} rows={rows} keyOf={keyOf} linkOf={linkOf} />
        )}
      </Card>
      {list.data && <Pager page={list.data} shown={rows.length} />}
    </>
  )
}

const ListWaiting = ({ title }: { title: string }) => (
  <div className="px-4">
    <SkeletonRows rows={8} label={`Loading ${title.toLowerCase()}`} />
  </div>
)
