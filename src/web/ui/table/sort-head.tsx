import { useSearchParams } from 'react-router'
import type { Column } from './column.ts'

/** The list's sort column, according to the address. */
export function useSorting() {
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
  const sortOf = <Row,>({ sort, rising }: Column<Row>) => {
    if (!sort) return undefined
    if (sort !== sorted) return 'none' as const
    return rising ? ('ascending' as const) : ('descending' as const)
  }
  return { press, sortOf }
}

const ARROWS = { ascending: ' ↑', descending: ' ↓', none: ' ↕' }

type SortHeadProps<Row> = { column: Column<Row>; sorting: ReturnType<typeof useSorting> }

/** A column's head. A click sorts by it. */
export function SortHead<Row>({ column, sorting: { press, sortOf } }: SortHeadProps<Row>) {
  const { sort, label } = column
  if (!sort) return label
  return (
    <button type="button" onClick={() => press(sort)} className="min-h-6 hover:text-ink">
      {label}
      <span aria-hidden="true">{ARROWS[sortOf(column) ?? 'none']}</span>
    </button>
  )
}
