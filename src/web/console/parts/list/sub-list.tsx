import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { SkeletonRows } from '../../../ui/skeleton.tsx'
import { call } from '../../session/call.ts'
import type { Column } from './column.ts'
import { CsvButton } from './csv-button.tsx'
import { DataTable } from './data-table.tsx'
import type { ListName, RowOf } from './list-name.ts'
import { Section } from '../section.tsx'
import { ListError } from './list-error.tsx'

type LooseInput = { params?: Record<string, string>; query?: Record<string, string> }

type SubListProps<N extends ListName> = {
  name: N
  input: LooseInput
  title: string
  columns: Column<RowOf<N>>[]
  keyOf: (row: RowOf<N>) => string
  linkOf?: (row: RowOf<N>) => string
  empty: string
}

/** A list that belongs to an object; it is paged here and not by the address. */
export function SubList<N extends ListName>(props: SubListProps<N>) {
  const { name, input, title, columns, keyOf, linkOf, empty } = props
  const { params = {}, query = {} } = input
  const [paging, setPaging] = useState<Record<string, string>>({})
  const list = useQuery({
    queryKey: [name, input, paging],
    queryFn: ({ signal }) => {
      const whole = { ...input, query: { page_size: '20', ...query, ...paging } }
      return call<ListName>(name, whole, { signal })
    },
    placeholderData: keepPreviousData,
  })
  // The call's name decides what its rows are, which types can't follow.
  const rows = (list.data?.results ?? []) as RowOf<N>[]
  const go = (url: string) =>
    setPaging(Object.fromEntries(new URL(url, window.location.origin).searchParams))
  return (
    <Section title={title} flush actions={<CsvButton name={name} params={params} query={query} />}>
      {list.isPending && <SkeletonRows rows={4} label={`Loading ${title.toLowerCase()}`} />}
      <ListError list={list} title={title} />
      {list.data && rows.length === 0 && <p className="px-4 py-5 text-sm text-faint">{empty}</p>}
      {rows.length > 0 && (
        <DataTable label={title} columns={columns} rows={rows} keyOf={keyOf} linkOf={linkOf} />
      )}
      {list.data && (list.data.next || list.data.previous) && (
        <Steps next={list.data.next} previous={list.data.previous} onGo={go} />
      )}
    </Section>
  )
}

type StepsProps = { next: string | null; previous: string | null; onGo: (url: string) => void }

function Steps({ next, previous, onGo }: StepsProps) {
  return (
    <div className="flex justify-end gap-2 border-t border-line p-2">
      {previous && (
        <Button size="small" icon="back" onClick={() => onGo(previous)}>
          Previous
        </Button>
      )}
      {next && (
        <Button size="small" icon="forward" onClick={() => onGo(next)}>
          Next
        </Button>
      )}
    </div>
  )
}
