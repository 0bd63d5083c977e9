import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Column } from './column.ts'

/** A row's name, linked to the row's own page. */
export function RowLink({ to, children }: { to: string; children: ReactNode }) {
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

/** A column whose cells link to their row's own page. */
export const linked = <Row,>(
  { show, unfolded = show, ...rest }: Column<Row>,
  linkOf: (row: Row) => string,
): Column<Row> => ({
  ...rest,
  show: (row) => <RowLink to={linkOf(row)}>{show(row)}</RowLink>,
  unfolded: (row) => <RowLink to={linkOf(row)}>{unfolded(row)}</RowLink>,
})
