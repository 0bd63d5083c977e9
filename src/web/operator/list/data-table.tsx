import { Link } from 'react-router'
import { joinClasses } from '../../ui/join-classes.ts'
import type { Column } from './column.ts'
import { SortHead } from './sort-head.tsx'
import { useNarrow } from './use-narrow.ts'

type DataTableProps<Row> = {
  label: string
  columns: Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
  /** The row's own page; its first column links there. */
  linkOf?: ((row: Row) => string) | undefined
}

/** Rows as a table, or as cards where the screen is narrow. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const narrow = useNarrow()
  if (props.rows.length === 0) return null
  return narrow ? <Cards {...props} /> : <Table {...props} />
}

const cellClass = (figures: true | undefined) =>
  joinClasses('px-3 py-2 align-baseline first:pl-4 last:pr-4', figures && 'figures text-right')

function Table<Row>({ label, columns, rows, keyOf, linkOf }: DataTableProps<Row>) {
  return (
    <div className="overflow-x-auto">
      <table aria-label={label} className="w-full border-collapse text-[0.8125rem]">
        <thead>
          <tr className="border-b border-line text-left text-xs text-faint">
            {columns.map((column) => (
              <SortHead key={column.key} column={column} className={cellClass(column.figures)} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr
              key={keyOf(row)}
              className="border-b border-line/70 last:border-0 hover:bg-raised/50"
            >
              {columns.map((column, place) => (
                <td key={column.key} className={cellClass(column.figures)}>
                  {place === 0 && linkOf ? (
                    <RowLink to={linkOf(row)}>{column.show(row)}</RowLink>
                  ) : (
                    column.show(row)
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Cards<Row>({ label, columns, rows, keyOf, linkOf }: DataTableProps<Row>) {
  const title = columns.find((column) => column.title) ?? columns[0]
  const others = columns.filter((column) => column !== title)
  return (
    <ul aria-label={label}>
      {rows.map((row) => (
        <li key={keyOf(row)} className="border-b border-line px-4 py-3 last:border-0">
          <p className="font-medium break-words">
            {linkOf ? <RowLink to={linkOf(row)}>{title?.show(row)}</RowLink> : title?.show(row)}
          </p>
          <dl className="mt-1.5 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-[0.8125rem]">
            {others.map((column) => (
              <div key={column.key} className="contents">
                <dt className="text-faint">{column.label}</dt>
                <dd className="figures min-w-0 text-right break-words">{column.show(row)}</dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ul>
  )
}

function RowLink({ to, children }: { to: string; children: React.ReactNode }) {
  return (
    <Link
      to={to}
      className={
        'inline-flex min-h-6 items-center font-medium text-ink underline decoration-edge ' +
        'underline-offset-3 hover:decoration-ink pointer-coarse:min-h-11'
      }
    >
      {children}
    </Link>
  )
}
