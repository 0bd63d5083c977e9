import type { ReactNode } from 'react'
import { Link } from 'react-router'

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
