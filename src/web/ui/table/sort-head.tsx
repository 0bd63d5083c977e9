import { useSearchParams } from 'react-router'
import type { Column } from './column.ts'

export type Sorting = {
  /** Sorts by a column, or ends its order. */
  press: (sort: string) => void
  sortOf: <Row>(column: Column<Row>) => 'ascending' | 'descending' | 'none' | undefined
}

/** How a column head announces its sort order. */
const sortedBy =
  (sorted: string | null): Sorting['sortOf'] =>
  ({ sort, rising }) => {
    if (!sort) return undefined
    if (sort !== sorted) return 'none'
    return rising ? 'ascending' : 'descending'
  }

/** The order of a list whose page stores it. */
export const sortingOf = (
  sorted: string | null,
  onSort: (sort: string | null) => void,
): Sorting => ({
  press: (sort) => onSort(sort === sorted ? null : sort),
  sortOf: sortedBy(sorted),
})

/** The column that a list is sorted by, according to the address. */
export function useSorting(): Sorting {
  const [params, setParams] = useSearchParams()
  const sorted = params.get('sort')
  const press = (sort: string) =>
    setParams((old) => {
      const next = new URLSearchParams(old)
      if (sorted === sort) next.delete('sort')
      else next.set('sort', sort)
      next.delete('page')
      return next
    })
  return { press, sortOf: sortedBy(sorted) }
}

const ARROWS = { ascending: ' ↑', descending: ' ↓', none: ' ↕' }

type SortHeadProps<Row> = { column: Column<Row>; sorting: Sorting }

/** A column's head. A click sorts by it. */
export function SortHead<Row>({ column, sorting: { press, sortOf } }: SortHeadProps<Row>) {
  const { sort, label } = column
  if (!sort) return label
  return (
    <button type="button" onClick={() => press(sort)} className="min-h-6 text-start hover:text-ink">
      {label}
      <span aria-hidden="true">{ARROWS[sortOf(column) ?? 'none']}</span>
    </button>
  )
}
