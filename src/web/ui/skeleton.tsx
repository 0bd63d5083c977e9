'use no memo'

import { joinClasses } from './format/join-classes.ts'

/** A placeholder of the final size for loading content, shown after 150 ms. */
export function Skeleton({ className }: { className: string }) {
  return (
    <div aria-hidden="true" data-waiting className={joinClasses('animate-appear', className)}>
      <div className="size-full animate-pulse-soft rounded-md bg-raised" />
    </div>
  )
}

/** Several lines of a list that is still loading. Screen readers announce it once. */
export function SkeletonRows({ rows, label }: { rows: number; label: string }) {
  return (
    <div>
      <output className="sr-only">{label}</output>
      {Array.from({ length: rows }, (_, row) => (
        <Skeleton key={row} className="my-3 h-9" />
      ))}
    </div>
  )
}
