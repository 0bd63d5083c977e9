'use no memo'

import type { ReactNode } from 'react'
import { joinClasses } from './format/join-classes.ts'

type CardProps = { children: ReactNode; className?: string; label?: string }

/** A card. With a label, it is a region that screen readers can jump to. */
export function Card({ children, className, label }: CardProps) {
  return (
    <section
      aria-label={label}
      className={joinClasses('rounded-lg border border-line bg-sheet', className)}
    >
      {children}
    </section>
  )
}

type PageHeadProps = { title: string; intro?: ReactNode; children?: ReactNode }

export function PageHead({ title, intro, children }: PageHeadProps) {
  return (
    <header className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
      <div className="max-w-2xl">
        <h1 className="text-[1.75rem] leading-tight font-semibold sm:text-3xl">{title}</h1>
        {intro && <p className="mt-2 text-soft">{intro}</p>}
      </div>
      {children && <div className="flex flex-wrap gap-2">{children}</div>}
    </header>
  )
}

export const PAGE = 'mx-auto max-w-7xl px-4 py-8 sm:px-6 sm:py-12'
