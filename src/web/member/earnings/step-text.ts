import { dateFormat } from '../../ui/format/time-text.ts'
import type { Earnings } from './queries.ts'

// Steps are in UTC, and so are their labels.
const MONTH = { timeZone: 'UTC', year: 'numeric', month: 'short' } as const
const DAY = { ...MONTH, day: 'numeric' } as const

/** The label of a time step by its start: a day, the Monday of a week, a month. */
export function stepText(start: string, by: Earnings['by']): string {
  return dateFormat(by === 'month' ? MONTH : DAY).format(new Date(start))
}
