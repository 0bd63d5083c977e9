import type { ReactNode } from 'react'

/** One part of the gallery, under its name. */
export function Part({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section aria-label={name}>
      <h2 className="mb-3 text-sm text-faint">{name}</h2>
      <div className="flex flex-wrap items-center gap-2">{children}</div>
    </section>
  )
}
