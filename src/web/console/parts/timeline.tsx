import type { ReactNode } from 'react'
import { dateTimeText } from '../../ui/format/time-text.ts'

export type Moment = { at: string | null; what: ReactNode; note?: ReactNode }

/** Past events in order. Leaves out events without a time, which haven't happened. */
export function Timeline({ moments }: { moments: Moment[] }) {
  const past = moments
    .filter((moment): moment is Moment & { at: string } => moment.at !== null)
    .toSorted((a, b) => a.at.localeCompare(b.at))
  return (
    <ol className="relative ms-1 border-s border-line">
      {past.map(({ at, what, note }, index) => (
        <li key={index} className="relative pb-3 ps-4 text-[0.8125rem] last:pb-0">
          <span
            aria-hidden="true"
            className={
              'absolute top-1.5 -start-[4.5px] size-2 rounded-full border ' +
              'border-accent bg-sheet'
            }
          />
          <p>
            <span className="font-medium">{what}</span>
            <time dateTime={at} className="figures ms-2 text-xs whitespace-nowrap text-faint">
              {dateTimeText(at)}
            </time>
          </p>
          {note && <p className="mt-0.5 wrap-anywhere text-soft">{note}</p>}
        </li>
      ))}
    </ol>
  )
}
