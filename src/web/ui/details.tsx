'use no memo'

import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { joinClasses } from './format/join-classes.ts'

type Look = 'row' | 'plain' | 'total' | 'stacked' | 'dense'

const LOOKS: Record<Look, { pair: string; term: string; value: string }> = {
  /** Name and value at the two ends of a ruled line. */
  row: {
    pair: 'flex items-baseline justify-between gap-4 border-t border-line py-2',
    term: 'text-soft',
    value: 'min-w-0 text-end wrap-anywhere',
  },
  plain: {
    pair: 'flex justify-between gap-4 py-1.5 text-soft',
    term: '',
    value: 'min-w-0 text-end wrap-anywhere',
  },
  /** Below the lines that it sums up. */
  total: {
    pair: 'rule-total mt-1 flex justify-between gap-4 border-t border-t-edge py-2 font-semibold',
    term: '',
    value: '',
  },
  /** The value below its name. */
  stacked: {
    pair: 'border-t border-line py-3',
    term: 'text-sm text-faint',
    value: 'mt-0.5 wrap-anywhere',
  },
  dense: {
    pair: 'flex items-baseline justify-between gap-4 border-b border-line/70 py-1.5 last:border-0',
    term: 'text-faint xs:shrink-0',
    value: 'figures min-w-0 text-end wrap-anywhere',
  },
}

type DetailProps = {
  term: ReactNode
  look?: Look
  /** Announced to screen readers when the value changes. */
  live?: boolean
  /** The value is a figure that stays on one line, however long its name is. */
  whole?: boolean
  children: ReactNode
}

/** What is known of something: a name and its value, inside a `<dl>`. */
export function Detail({ term, look = 'row', live, whole, children }: DetailProps) {
  const classes = LOOKS[look]
  return (
    <div className={classes.pair}>
      <dt className={classes.term}>{term}</dt>
      <dd
        className={joinClasses(classes.value, whole && 'shrink-0 whitespace-nowrap')}
        aria-live={live ? 'polite' : undefined}
      >
        {children}
      </dd>
    </div>
  )
}

type DetailListProps = { details: Record<string, ReactNode>; look?: Look; className?: string }

/** Several details, in the order given. */
export function DetailList({ details, look = 'dense', className }: DetailListProps) {
  return (
    <dl className={joinClasses(look === 'dense' && 'text-[0.8125rem]', className)}>
      {Object.entries(details).map(([term, value]) => (
        <Detail key={term} term={term} look={look}>
          {value}
        </Detail>
      ))}
    </dl>
  )
}

/** Shown for a value that isn't set. */
export const NotSet = () => (
  <span className="text-faint">
    <Trans>Not set</Trans>
  </span>
)
