import type { ReactNode } from 'react'

/** What is known of an object, as pairs in the order given. */
export function Facts({ facts }: { facts: Record<string, ReactNode> }) {
  return (
    <dl className="text-[0.8125rem]">
      {Object.entries(facts).map(([label, value]) => (
        <div
          key={label}
          className={
            'flex items-baseline justify-between gap-4 border-b border-line/70 py-1.5 ' +
            'last:border-0'
          }
        >
          <dt className="shrink-0 text-faint">{label}</dt>
          <dd className="figures min-w-0 text-right break-words">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
