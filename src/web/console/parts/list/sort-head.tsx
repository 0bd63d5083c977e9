import { useSearchParams } from 'react-router'
import { joinClasses } from '../../../ui/format/join-classes.ts'
import type { Column } from './column.ts'

type SortHeadProps<Row> = { column: Column<Row>; className: string }

/** A column's head; a press sorts by it where the list can. The order stands in the address. */
export function SortHead<Row>({ column, className }: SortHeadProps<Row>) {
  const [params, setParams] = useSearchParams()
  const { sort, label, rising } = column
  const isSorted = sort !== undefined && params.get('sort') === sort
  if (!sort) {
    return (
      <th scope="col" className={joinClasses(className, 'font-medium whitespace-nowrap')}>
        {label}
      </th>
    )
  }
  const press = () =>
    setParams((old) => {
      const next = new URLSearchParams(old)
      if (isSorted) next.delete('sort')
      else next.set('sort', sort)
      next.delete('page')
      return next
    })
  return (
    <th
      scope="col"
      aria-sort={isSorted ? (rising ? 'ascending' : 'descending') : 'none'}
      className={joinClasses(className, 'font-medium whitespace-nowrap')}
    >
      <button type="button" onClick={press} className="min-h-6 hover:text-ink">
        {label}
        <span aria-hidden="true">{isSorted ? (rising ? ' ↑' : ' ↓') : ' ↕'}</span>
      </button>
    </th>
  )
}
