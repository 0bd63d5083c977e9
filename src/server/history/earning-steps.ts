import { nowMs } from '../../clock/clock.ts'
import { MAX_EARNING_STEPS, type earningSteps } from '../../contract/subjects/history.ts'
import { rejectField } from '../../contract/refusals/reject.ts'
import { text } from '../../contract/texts/texts.ts'
import { DAY_MS } from '../../domain/time/time.ts'

export type EarningStep = (typeof earningSteps)[number]

/** The number of steps in a period without a start. */
const usual: Record<EarningStep, number> = { day: 30, week: 26, month: 24 }

const tooLong = text('period_too_long', { max: MAX_EARNING_STEPS })

/** The start (UTC) of the step that contains a moment, or of one that is `further` steps later. */
function stepStart(by: EarningStep, at: Date, further = 0): Date {
  const [year, month, day] = [at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()]
  if (by === 'month') return new Date(Date.UTC(year, month + further, 1))
  const daysBack = by === 'week' ? (at.getUTCDay() + 6) % 7 : 0
  const days = by === 'week' ? 7 * further : further
  return new Date(Date.UTC(year, month, day) + (days - daysBack) * DAY_MS)
}

/**
 * The start of each step in a period, and the period's end. Without a start, it has the usual
 * number of steps; without an end, it ends now. Refuses with 400 if there are too many steps.
 */
export function earningPeriod(
  by: EarningStep,
  from: Date | undefined,
  to = new Date(nowMs()),
): { starts: Date[]; to: Date } {
  const last = new Date(to.getTime() - 1)
  const starts: Date[] = []
  let start = from ? stepStart(by, from) : stepStart(by, last, 1 - usual[by])
  while (start < to) {
    if (starts.length === MAX_EARNING_STEPS) throw rejectField('from', tooLong)
    starts.push(start)
    start = stepStart(by, start, 1)
  }
  if (starts.length === 0) throw rejectField('to', text('period_reversed'))
  return { starts, to }
}
