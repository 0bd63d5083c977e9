'use no memo'

import { Fragment } from 'react'
import type { ReactNode, Ref } from 'react'
import { joinClasses } from '../format/join-classes.ts'
import type { Column } from './column.ts'

const LOOKS = {
  /** Among other things on a page. */
  plain: {
    table: 'figures text-sm',
    head: 'py-2 ps-3 first:ps-0',
    row: 'border-t border-line',
    cell: 'py-2 ps-3 first:ps-0',
  },
  /** Many rows to work through. */
  dense: {
    table: 'text-[0.8125rem]',
    head: 'border-b border-line px-3 py-2 text-xs whitespace-nowrap first:ps-4 last:pe-4',
    row: 'border-b border-line/70 align-baseline last:border-0 hover:bg-raised/50',
    cell: 'px-3 py-2 first:ps-4 last:pe-4',
  },
  /** As wide as its card, with rows tall enough for a finger. */
  roomy: {
    table: 'figures text-sm',
    head: 'border-b border-line px-1.5 py-2 sm:px-2',
    row: 'border-b border-line hover:bg-raised',
    cell: 'h-11 px-1.5 whitespace-nowrap sm:px-2',
  },
  /** A few rows as the main content of a page. */
  large: {
    table: 'figures',
    head: 'border-b border-line px-3 py-3 align-bottom text-sm first:ps-6 last:pe-6',
    row: 'border-b border-line last:border-0',
    cell: 'px-3 py-4 first:ps-6 last:pe-6',
  },
}

export type TableProps<Row> = {
  /** The table's name. A caption says more. */
  label?: string | undefined
  caption?: ReactNode
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row, index: number) => string | number
  look?: keyof typeof LOOKS
  classOf?: (row: Row) => string | false
  /** Replaces a column's label by index, for example with a sort button. */
  renderHead?: (column: Column<Row>) => ReactNode
  /** Each column's sort state, for its head. */
  sortOf?: (column: Column<Row>) => 'ascending' | 'descending' | 'none' | undefined
  /** The element that scrolls when the table is too wide. */
  frame?: Ref<HTMLDivElement>
  /** Rows become cards on a phone, but stay table rows for screen readers. */
  stacks?: boolean
  /** A second line of each row. */
  renderBelow?: ((row: Row) => ReactNode) | undefined
}

/** Browsers drop an element's role once it's no longer displayed as part of a table. */
export const ROLES = {
  table: { role: 'table' },
  body: { role: 'rowgroup' },
  row: { role: 'row' },
  head: { role: 'rowheader' },
  cell: { role: 'cell' },
} as const

const STACKED =
  'max-sm:block max-sm:[&_thead]:hidden max-sm:[&_tbody]:block max-sm:[&_tr]:block ' +
  'max-sm:[&_tr]:py-1 max-sm:[&_:is(td,th)]:flex max-sm:[&_:is(td,th)]:justify-between ' +
  'max-sm:[&_:is(td,th)]:gap-4 max-sm:[&_:is(td,th)]:px-4 max-sm:[&_:is(td,th)]:py-1'

const alignOf = <Row,>({ figures, text, className }: Column<Row>) =>
  joinClasses(
    figures ? 'figures text-end whitespace-nowrap' : 'text-start',
    text ? 'min-w-44' : 'first:whitespace-nowrap',
    className,
  )

/** The one table of both apps. */
export function Table<Row>(props: TableProps<Row>) {
  const { label, caption, columns, rows, keyOf, look = 'plain', renderBelow } = props
  const { renderHead, sortOf, classOf, frame, stacks } = props
  const classes = LOOKS[look]
  return (
    <div ref={frame} className="relative overflow-x-auto">
      <table
        aria-label={label}
        {...(stacks && ROLES.table)}
        className={joinClasses('w-full border-collapse', classes.table, stacks && STACKED)}
      >
        {/* On paper, nothing else says whose figures these are, and of which days. */}
        {caption && (
          <caption className="sr-only pb-3 text-start print:not-sr-only">{caption}</caption>
        )}
        <thead className={columns.every(({ mute }) => mute) ? 'sr-only' : 'text-faint'}>
          <tr>
            {columns.map((column) => (
              <th
                key={column.key}
                scope="col"
                aria-sort={sortOf?.(column)}
                className={joinClasses(classes.head, 'font-medium', alignOf(column))}
              >
                {renderHead?.(column) ?? <Label column={column} />}
              </th>
            ))}
          </tr>
        </thead>
        <tbody {...(stacks && ROLES.body)}>
          {rows.map((row, index) => (
            <Fragment key={keyOf(row, index)}>
              <tr
                {...(stacks && ROLES.row)}
                className={joinClasses(classes.row, renderBelow && 'border-0', classOf?.(row))}
              >
                {columns.map((column) => {
                  const Cell = column.heads ? 'th' : 'td'
                  return (
                    <Cell
                      key={column.key}
                      scope={column.heads && 'row'}
                      {...(stacks && (column.heads ? ROLES.head : ROLES.cell))}
                      className={joinClasses(
                        classes.cell,
                        '[font-weight:inherit]',
                        alignOf(column),
                      )}
                    >
                      {stacks && !column.heads && (
                        <span className="text-faint sm:hidden">{column.label}</span>
                      )}
                      {column.show(row)}
                    </Cell>
                  )
                })}
              </tr>
              {renderBelow?.(row)}
            </Fragment>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Label<Row>({ column: { label, note, mute } }: { column: Column<Row> }) {
  if (mute) return <span className="sr-only">{label}</span>
  if (!note) return label
  return (
    <>
      {label}
      <span className="block font-normal">{note}</span>
    </>
  )
}
