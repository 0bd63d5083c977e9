import type { Earnings } from './reward-kinds.ts'

// Steps are counted in UTC, so their names are written in it too.
const month = new Intl.DateTimeFormat('en', { timeZone: 'UTC', year: 'numeric', month: 'short' })
const day = new Intl.DateTimeFormat('en', {
  timeZone: 'UTC',
  year: 'numeric',
  month: 'short',
  day: 'numeric',
})

/** The name of a step of time by its beginning: a day, the Monday of a week, a month. */
export function stepText(start: string, by: Earnings['by']): string {
  return (by === 'month' ? month : day).format(new Date(start))
}
