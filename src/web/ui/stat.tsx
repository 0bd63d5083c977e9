'use no memo'

import type { ReactNode } from 'react'
import { Skeleton } from './skeleton.tsx'

type StatProps = { label: string; value: ReactNode | undefined; note?: ReactNode }

const FIGURE = 'figures mt-1 min-h-8 font-semibold tracking-tight wrap-anywhere'

/** On phones, a long amount is smaller, because half of it on a second line would be misread. */
function sizeOf(value: ReactNode): string {
  const length = typeof value === 'string' ? value.length : 0
  if (length > 11) return 'text-sm sm:text-2xl'
  return length > 8 ? 'text-lg sm:text-2xl' : 'text-2xl'
}

/** One figure with its label. Reserves its space while loading. */
export function Stat({ label, value, note }: StatProps) {
  return (
    <div className="min-w-0 bg-sheet p-4 sm:p-5">
      <dt className="text-sm text-faint">{label}</dt>
      <dd className={`${FIGURE} ${sizeOf(value)}`}>
        {value ?? <Skeleton className="mt-1 h-7 w-24" />}
      </dd>
      {note && <dd className="mt-0.5 truncate text-sm text-soft">{note}</dd>}
    </div>
  )
}

/** Figures side by side, separated like columns. */
export function Stats({ children }: { children: ReactNode }) {
  return (
    <dl
      className={
        'grid grid-cols-2 gap-px overflow-hidden rounded-lg border border-line ' +
        'bg-line lg:grid-cols-4'
      }
    >
      {children}
    </dl>
  )
}
