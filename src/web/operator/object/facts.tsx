import type { ReactNode } from 'react'

export type Fact = [label: string, value: ReactNode]

/** What is known of an object, as pairs. */
export function Facts({ facts }: { facts: (Fact | false)[] }) {
  return (
    <dl className="text-[0.8125rem]">
      {facts
        .filter((fact) => fact !== false)
        .map(([label, value]) => (
          <div
            key={label}
            className="flex items-baseline justify-between gap-4 border-b border-line/70 py-1.5 last:border-0"
          >
            <dt className="shrink-0 text-faint">{label}</dt>
            <dd className="figures min-w-0 text-right break-words">{value}</dd>
          </div>
        ))}
    </dl>
  )
}
