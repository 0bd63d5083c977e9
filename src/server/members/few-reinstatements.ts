import { sql } from 'kysely'
import { MAX_REINSTATEMENTS } from '../../contract/fields/limits.ts'
import { reject } from '../../contract/refusals/reject.ts'
import { ago } from '../../db/expressions.ts'
import type { Context } from '../context.ts'

type Where = Pick<Context, 'db' | 'config'>

/**
 * Refuses too many reinstatements of a member in an hour. Counts audit entries, which only a
 * reinstatement that happened has. Between two of them is a suspension, so no two calls count at
 * once.
 */
export async function requireFewReinstatements(
  { db, config }: Where,
  member: number,
): Promise<void> {
  if (!config.rateLimits) return
  const last = await db
    .selectFrom('audit_entries')
    .select(({ ref }) =>
      sql<number>`ceil(extract(epoch from ${ref('at')} + interval '1 hour' - now()))::int`.as(
        'seconds',
      ),
    )
    .where('object', '=', `member ${member}`)
    .where('action', '=', 'reinstate member')
    .where('at', '>', ago('hours', 1))
    .orderBy('no', 'desc')
    .offset(MAX_REINSTATEMENTS - 1)
    .limit(1)
    .executeTakeFirst()
  if (last) throw reject('rate_limited', { retryAfterSeconds: Math.max(1, last.seconds) })
}
