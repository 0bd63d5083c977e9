import { nowMs } from '../../clock/clock.ts'
import { rejectField } from '../../contract/refusals/reject.ts'
import { text } from '../../contract/texts/texts.ts'
import { DAY_MS } from '../../domain/time/time.ts'

/** Forms take a time to the minute, which may be the present one. */
const PICKING_MS = 5 * 60_000
const FURTHEST_MS = 366 * DAY_MS

/** When a draft takes effect: from now on, and within a year. */
export function readStart(startsAt: string): Date {
  const at = new Date(startsAt)
  const aheadMs = at.getTime() - nowMs()
  // An approval would put it in force immediately.
  if (aheadMs < -PICKING_MS) throw rejectField('starts_at', text('start_too_early'))
  if (aheadMs > FURTHEST_MS) throw rejectField('starts_at', text('start_too_late'))
  return at
}
