import { maxEarningSteps, type earningSteps } from '../../contract/history.ts'
import { rejectField } from '../../contract/reject.ts'
import { text } from '../../contract/texts.ts'

export type EarningStep = (typeof earningSteps)[number]

/** How many steps a period has when it is not said where it begins. */
const usual: Record<EarningStep, number> = { day: 30, week: 26, month: 24 }

const dayMs = 24 * 60 * 60 * 1000
const tooLong = text('period_too_long', { max: maxEarningSteps })

/** The beginning of the step, UTC, in which a moment lies; `by` steps further on. */
export function stepStart(by: EarningStep, at: Date, further = 0): Date {
  const [year, month, day] = [at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()]
  if (by === 'month') return new Date(Date.UTC(year, month + further, 1))
  const daysBack = by === 'week' ? (at.getUTCDay() + 6) % 7 : 0
  const days = by === 'week' ? 7 * further : further
  return new Date(Date.UTC(year, month, day) + (days - daysBack) * dayMs)
}

/**
 * The steps of a period, each by its beginning, and its end. Without a beginning it has the usual
 * number of steps; without an end it ends now. Refuses with 400 when there are too many.
 */
export function earningPeriod(
  by: EarningStep,
  from: Date | undefined,
  to = new Date(),
): { starts: Date[]; to: Date } {
  const last = new Date(to.getTime() - 1)
  const starts: Date[] = []
  let start = from ? stepStart(by, from) : stepStart(by, last, 1 - usual[by])
  while (start < to) {
    if (starts.length === maxEarningSteps) throw rejectField('from', tooLong)
    starts.push(start)
    start = stepStart(by, start, 1)
  }
  if (starts.length === 0) throw rejectField('to', text('period_reversed'))
  return { starts, to }
}
