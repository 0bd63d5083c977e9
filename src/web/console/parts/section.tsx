import { useId } from 'react'
import type { ReactNode } from 'react'

type SectionProps = {
  title: ReactNode
  note?: ReactNode
  actions?: ReactNode
  /** Without padding: for lists and tables that reach the edges. */
  flush?: boolean
  children: ReactNode
}

/** A named part of a page, on its own card. */
export function Section({ title, note, actions, flush = false, children }: SectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="min-w-0 rounded-lg border border-line bg-sheet">
      <header className="flex flex-wrap items-center gap-x-4 border-b border-line px-4 py-2.5">
        <h2 id={id} className="text-sm font-semibold">
          {title}
        </h2>
        {note && <p className="text-xs text-faint">{note}</p>}
        {actions && <div className="ms-auto flex flex-wrap gap-2">{actions}</div>}
      </header>
      <div className={flush ? '' : 'p-4'}>{children}</div>
    </section>
  )
}
