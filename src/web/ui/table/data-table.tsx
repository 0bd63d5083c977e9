import { NARROW, useMedia } from '../../client/use-media.ts'
import { joinClasses } from '../format/join-classes.ts'
import { Cards } from './cards.tsx'
import { hasIn, type Column } from './column.ts'
import { linked } from './row-link.tsx'
import { SortHead, useSorting } from './sort-head.tsx'
import { Table } from './table.tsx'
import { useFitting } from './use-fitting.ts'

type DataTableProps<Row> = {
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
  /** The row's own page, to which its first column links. */
  linkOf?: ((row: Row) => string) | undefined
  /** A few short columns, which stay a table on a phone. */
  small?: boolean
  classOf?: (row: Row) => string | false
}

/** Rows as a table, or as cards on a narrow screen. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const narrow = useMedia(NARROW)
  if (props.rows.length === 0) return null
  return narrow && !props.small ? <Cards {...props} /> : <Wide {...props} />
}

/** Columns that don't fit become pairs on a second line of their row. */
function Wide<Row>({ label, columns, rows, keyOf, linkOf, classOf }: DataTableProps<Row>) {
  const { frame, fitting } = useFitting(columns.length, rows)
  const sorting = useSorting()
  const shown = columns.slice(0, fitting).map((column, index): Column<Row> => {
    if (index === 0 && linkOf) return linked(column, linkOf)
    return column.actions ? { ...column, className: '*:-ms-3' } : column
  })
  const rest = columns.slice(fitting)
  const restOf = (row: Row) => rest.filter(hasIn(row))
  const renderBelow = (row: Row) =>
    restOf(row).length > 0 && <RestOfRow row={row} columns={restOf(row)} span={shown.length} />
  return (
    <Table
      frame={frame}
      look="dense"
      label={label}
      columns={shown}
      rows={rows}
      keyOf={keyOf}
      // The line below a row comes after all of it.
      classOf={(row) => joinClasses(classOf?.(row), restOf(row).length > 0 && 'border-b-0!')}
      renderHead={(column) => <SortHead column={column} sorting={sorting} />}
      sortOf={sorting.sortOf}
      renderBelow={rest.length > 0 ? renderBelow : undefined}
    />
  )
}

type RestProps<Row> = { row: Row; columns: readonly Column<Row>[]; span: number }

const RestOfRow = <Row,>({ row, columns, span }: RestProps<Row>) => (
  <tr className="border-b border-line/70 last:border-0">
    <td colSpan={span} className="px-4 pb-2">
      <dl className="flex flex-wrap items-center gap-x-5 gap-y-1 text-xs">
        {columns.map((column) => (
          <div key={column.key} className="flex min-w-0 items-baseline gap-1.5">
            <dt className={column.actions ? 'sr-only' : 'text-faint'}>{column.label}</dt>
            <dd className={joinClasses('figures min-w-0 wrap-anywhere', column.actions && '-ms-3')}>
              {column.show(row)}
            </dd>
          </div>
        ))}
      </dl>
    </td>
  </tr>
)
