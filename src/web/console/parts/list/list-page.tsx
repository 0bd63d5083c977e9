import { t } from '@lingui/core/macro'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { Card } from '../../../ui/card.tsx'
import { Empty } from '../../../ui/notice.tsx'
import { Head } from '../head.tsx'
import type { Column } from '../../../ui/table/column.ts'
import { CsvButton } from './csv-button.tsx'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { queryOf, type Filter } from './filter.ts'
import type { ListName, RowOf } from './list-name.ts'
import { ListFilters } from './list-filters.tsx'
import { Listed } from './listed.tsx'
import { DefaultView } from './default-view.tsx'
import { useList } from './use-list.ts'
import { PAGE_SIZE, PageLinks } from './page-links.tsx'

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

/** A list of records: filters, order, and page are in the URL, so that it can be shared. */
export const ListPage = <N extends ListName>(props: ListPageProps<N>) => (
  <DefaultView
    list={props.name}
    hasViews={props.filters.length > 0}
    title={props.title}
    intro={props.intro}
  >
    <Opened {...props} />
  </DefaultView>
)

function Opened<N extends ListName>(props: ListPageProps<N>) {
  const { name, title, intro, columns, filters, keyOf, linkOf, empty, children } = props
  const [params] = useSearchParams()
  const query = queryOf(params, filters)
  const isFiltered = filters.some(({ key }) => params.get(key))
  const { list, rows } = useList(name, { query: { page_size: String(PAGE_SIZE), ...query } })
  return (
    <>
      <Head title={title} intro={intro}>
        <CsvButton name={name} query={query} />
        {children}
      </Head>
      <ListFilters list={name} filters={filters} />
      <Card className="mt-3" label={title}>
        <Listed query={list} title={title}>
          {() => (
            <>
              {rows.length === 0 && (
                <Empty
                  icon="search"
                  title={isFiltered ? empty : t`No ${title.toLowerCase()} yet.`}
                />
              )}
              <DataTable
                label={title}
                columns={columns}
                rows={rows}
                keyOf={keyOf}
                linkOf={linkOf}
              />
            </>
          )}
        </Listed>
      </Card>
      {rows.length > 0 && list.data && <PageLinks page={list.data} shown={rows.length} />}
    </>
  )
}
