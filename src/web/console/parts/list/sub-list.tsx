import { useState } from 'react'
import type { ReactNode } from 'react'
import type { Column } from '../../../ui/table/column.ts'
import { CsvButton } from './csv-button.tsx'
import { DataTable } from '../../../ui/table/data-table.tsx'
import type { ListName, RowOf } from './list-name.ts'
import { Section } from '../section.tsx'
import { Listed, Nothing } from './listed.tsx'
import { useList } from './use-list.ts'
import { Pages } from '../../../ui/table/pages.tsx'

type LooseInput = { params?: Record<string, string>; query?: Record<string, string> }

type SubListProps<N extends ListName> = {
  name: N
  input: LooseInput
  title: string
  columns: Column<RowOf<N>>[]
  keyOf: (row: RowOf<N>) => string
  linkOf?: (row: RowOf<N>) => string
  empty: string
  /** How often to reload the list. */
  refreshMs?: number
  /** The element that belongs to the selected row, such as its dialog. */
  renderBelow?: (rows: RowOf<N>[]) => ReactNode
}

/** A list that belongs to an object. Its page isn't part of the URL. */
export function SubList<N extends ListName>(props: SubListProps<N>) {
  const { name, input, title, columns, keyOf, linkOf, empty, refreshMs, renderBelow } = props
  const { params = {}, query = {} } = input
  const [paging, setPaging] = useState<Record<string, string>>({})
  const asked = { ...input, query: { page_size: '20', ...query, ...paging } }
  const { list, rows } = useList(name, asked, refreshMs)
  const number = Number(paging['page'] ?? '1')
  const stepTo = (page: number, url = '') => {
    const given = new URL(url, window.location.origin).searchParams
    setPaging({ ...Object.fromEntries(given), page: String(page) })
  }
  return (
    <Section title={title} flush actions={<CsvButton name={name} params={params} query={query} />}>
      <Listed query={list} title={title} lines={4}>
        {({ next }) => (
          <>
            {rows.length === 0 && <Nothing text={empty} />}
            <DataTable label={title} columns={columns} rows={rows} keyOf={keyOf} linkOf={linkOf} />
            {(number > 1 || next) && (
              <div className="border-t border-line px-2 pb-2">
                <Pages
                  previous={number > 1 ? () => stepTo(number - 1) : null}
                  next={next === null ? null : () => stepTo(number + 1, next)}
                />
              </div>
            )}
          </>
        )}
      </Listed>
      {renderBelow?.(rows)}
    </Section>
  )
}
