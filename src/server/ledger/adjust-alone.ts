import { lit } from '../../db/expressions.ts'
import {
  ALONE_WINDOW_MS,
  leftAlone,
  sizeOf,
  type AloneLimits,
} from '../../domain/wallet/adjustment.ts'
import { formatUsd, micros } from '../../domain/money/money.ts'
import type { Context } from '../context.ts'
import { databaseTime } from '../clock/database-time.ts'
import { requirePerson } from './adjustments.ts'

/** How much one operator may adjust without another operator's approval. */
export const aloneLimits = ({ config }: Context): AloneLimits => ({
  memberLimitMicros: micros(config.adjustmentLimitMicros),
  dayLimitMicros: micros(config.adjustmentDayLimitMicros),
})

/**
 * What the operator may still adjust alone for a member, counted as in the rules. If it changes in
 * the meantime, the rules decide.
 */
export async function readAloneLimit(context: Context, operator: string, username: string) {
  const { member } = await requirePerson(context, username)
  const at = (await databaseTime(context.db)).getTime()
  const rows = await context.db
    .selectFrom('adjustments')
    .select(['member_no', 'micros', 'proposed_at'])
    .where('alone', '=', lit(true))
    .where('proposed_by', '=', operator)
    .where('proposed_at', '>', new Date(at - ALONE_WINDOW_MS))
    .execute()
  const earlier = rows.map(({ member_no: no, micros: amount, proposed_at: then }) => ({
    operator,
    member: no,
    sizeMicros: sizeOf(amount),
    at: then.getTime(),
  }))
  const limits = aloneLimits(context)
  return {
    left: formatUsd(leftAlone(limits, earlier, { operator, member }, at)),
    member_limit: formatUsd(limits.memberLimitMicros),
    day_limit: formatUsd(limits.dayLimitMicros),
  }
}
