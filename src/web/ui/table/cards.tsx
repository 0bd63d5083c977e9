import { t } from '@lingui/core/macro'
import type { ReactNode } from 'react'
import { joinClasses } from '../format/join-classes.ts'
import { Icon } from '../icon.tsx'
import { hasIn, type Column } from './column.ts'
import { linked, RowLink } from './row-link.tsx'
import { SortChoice } from './sort-choice.tsx'
import { useSorting } from './sort-head.tsx'

type CardsProps<Row> = {
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
  linkOf?: ((row: Row) => string) | undefined
}

/** Rows as cards. If columns have a `glance`, a card shows only those until it is opened. */
export function Cards<Row>({ label, columns, rows, keyOf, linkOf }: CardsProps<Row>) {
  const title = columns.find((column) => column.title) ?? columns[0]
  const isFolded = columns.some((column) => column.glance)
  return (
    <>
      <SortChoice
        columns={columns}
        sorting={useSorting()}
        unsorted={t`Newest first`}
        className="border-b border-line px-4 py-2.5"
      />
      <ul aria-label={label}>
        {rows.map((row) => {
          const name = title?.named?.(row) ?? title?.show(row)
          const rest = columns.filter((column) => column !== title && hasIn(row)(column))
          return (
            <li key={keyOf(row)} className="border-b border-line last:border-0">
              {isFolded ? (
                <Folded
                  name={name}
                  row={row}
                  // A link in the summary would also open the card.
                  columns={linkOf && title ? [linked(title, linkOf), ...rest] : rest}
                />
              ) : (
                <Whole
                  name={linkOf ? <RowLink to={linkOf(row)}>{name}</RowLink> : name}
                  row={row}
                  columns={rest}
                />
              )}
            </li>
          )
        })}
      </ul>
    </>
  )
}

type CardProps<Row> = { name: ReactNode; row: Row; columns: readonly Column<Row>[] }

function Whole<Row>({ name, row, columns }: CardProps<Row>) {
  return (
    <div className="px-4 py-3">
      <p className="font-medium wrap-anywhere">{name}</p>
      <Pairs row={row} columns={columns} className="mt-1.5" />
    </div>
  )
}

function Folded<Row>({ name, row, columns }: CardProps<Row>) {
  return (
    <details className="group">
      <summary
        className={
          'flex min-h-11 cursor-pointer list-none items-center gap-3 px-4 py-2 -outline-offset-2 ' +
          'hover:bg-raised [&::-webkit-details-marker]:hidden'
        }
      >
        <span className="min-w-0 flex-1">
          <span className="block font-medium wrap-anywhere">{name}</span>
          <span className="flex flex-wrap items-center gap-x-3 text-[0.8125rem] text-faint">
            {columns.map(({ key, glance }) =>
              glance ? (
                <span key={key} className="figures min-w-0 wrap-anywhere">
                  {glance(row)}
                </span>
              ) : null,
            )}
          </span>
        </span>
        {/* A contrast theme replaces the color of this element, but not an icon's own. */}
        <span className="shrink-0 text-faint">
          <Icon name="unfold" className="size-4 transition-transform group-open:rotate-180" />
        </span>
      </summary>
      <div className="px-4 pt-1 pb-3">
        <Pairs row={row} columns={columns} isOpen />
      </div>
    </details>
  )
}

type PairsProps<Row> = {
  row: Row
  columns: readonly Column<Row>[]
  className?: string
  isOpen?: boolean
}

const PAIRS = 'grid grid-cols-[auto_1fr] items-baseline gap-x-4 gap-y-1 text-[0.8125rem]'

/** The columns with their labels, and then the buttons, which have none. */
const Pairs = <Row,>({ row, columns, className, isOpen }: PairsProps<Row>) => (
  <>
    <dl className={joinClasses(PAIRS, className)}>
      {columns
        .filter((column) => !column.actions)
        .map(({ key, label, show, unfolded = show }) => (
          <div key={key} className="contents">
            <dt className="text-faint">{label}</dt>
            <dd className="figures min-w-0 text-end wrap-anywhere">
              {isOpen ? unfolded(row) : show(row)}
            </dd>
          </div>
        ))}
    </dl>
    {columns
      .filter((column) => column.actions)
      .map((column) => (
        <div key={column.key} className="mt-1 -mb-1 -ms-3">
          {column.show(row)}
        </div>
      ))}
  </>
)
