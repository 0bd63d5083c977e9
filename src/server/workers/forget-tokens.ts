import { expressionBuilder, sql } from 'kysely'
import { ago, lit, subquery } from '../../db/expressions.ts'
import type { Database, Db } from '../../db/types.ts'

/** The sessions whose tokens one statement looks for. */
const MAX_SESSIONS = 10

/** When a session ended. */
const sessionEnd = expressionBuilder<Database, 'sessions'>().fn<Date>('least', [
  'sessions.ended_at',
  'sessions.expires_at',
])

const tokenMark = subquery.selectFrom('token_mark').select('token_mark.ended_at').$asScalar()

/**
 * Up to `most` sessions that ended so many days ago. Tokens are found by their session, so it stays
 * until they are gone.
 */
export const sessionsWithoutTokens = (days: number, most: number) =>
  subquery
    .selectFrom('sessions')
    .select(sql`ctid`.as('ctid'))
    .where(sessionEnd, '<', ago('days', days))
    .where(sessionEnd, '<=', tokenMark)
    .limit(most)

/**
 * Deletes up to `most` tokens of the next sessions that ended a day ago, and moves the mark behind
 * these sessions once none is left. Sessions with the same end belong together. A session can't end
 * in the past, so none is missed.
 */
export const forgetTokens = (db: Db, most: number) =>
  db
    .with('last', (query) =>
      query
        .selectFrom((eb) =>
          eb
            .selectFrom('sessions')
            .select(sessionEnd.as('at'))
            .where(sessionEnd, '>', tokenMark)
            .where(sessionEnd, '<', ago('days', 1))
            .orderBy(sessionEnd)
            .limit(MAX_SESSIONS)
            .as('next'),
        )
        .select((eb) => eb.fn.max('next.at').as('at')),
    )
    // Materialized, because the mark must not move by what another process has deleted meanwhile.
    .with(
      (cte) => cte('found').materialized(),
      (query) =>
        query
          .selectFrom('refresh_tokens')
          .select('hash')
          .where('session_no', 'in', (eb) =>
            eb
              .selectFrom('sessions')
              .select('sessions.no')
              .where(sessionEnd, '>', tokenMark)
              .where(sessionEnd, '<=', eb.selectFrom('last').select('last.at')),
          )
          .limit(most),
    )
    .with('gone', (query) =>
      query
        .deleteFrom('refresh_tokens')
        .where('hash', 'in', (eb) => eb.selectFrom('found').select('found.hash'))
        .returning('session_no'),
    )
    .updateTable('token_mark')
    .from('last')
    .set((eb) => ({
      ended_at: eb
        .case()
        .when(eb.selectFrom('found').select(eb.fn.countAll().as('found')), '<', lit(most))
        .then(eb.ref('last.at').$notNull())
        .else(eb.ref('token_mark.ended_at'))
        .end(),
    }))
    .where('last.at', 'is not', null)
