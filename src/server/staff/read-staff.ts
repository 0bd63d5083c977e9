import { now, is } from '../../db/expressions.ts'
import type { z } from 'zod'
import type { StaffMember } from '../../contract/subjects/staff.ts'
import type { Db } from '../../db/types.ts'
import type { ListSlice } from '../http/paging.ts'
import { countPasskeys } from './operator-session.ts'

/** Every operator with role, second factor and open sessions. There are never many. */
export async function readStaff(
  db: Db,
  { limit, offset = 0, after = '' }: ListSlice,
): Promise<z.infer<typeof StaffMember>[]> {
  const rows = await db
    .selectFrom('operators')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('operator_sessions')
          .select(({ fn }) => [
            fn.max('operator_sessions.seen_at').as('seen_at'),
            fn
              .countAll<bigint>()
              .filterWhere('ended_at', 'is', null)
              .filterWhere('expires_at', '>', now)
              .as('sessions'),
          ])
          .whereRef('operator_sessions.operator', '=', 'operators.username')
          .as('theirs'),
      (join) => join.onTrue(),
    )
    .select((eb) => [
      'operators.username',
      'operators.role',
      is(eb('operators.totp_confirmed_at', 'is not', null)).as('enrolled'),
      countPasskeys.as('passkeys'),
      'operators.created_at',
      'operators.disabled_at',
      'theirs.seen_at',
      'theirs.sessions',
    ])
    .where('operators.username', '>', after)
    .orderBy('operators.username')
    .limit(limit)
    .offset(offset)
    .execute()
  return rows.map((row) => ({
    username: row.username,
    role: row.role,
    totp_enrolled: row.enrolled,
    passkeys: row.passkeys ?? 0,
    created_at: row.created_at.toISOString(),
    disabled_at: row.disabled_at?.toISOString() ?? null,
    last_seen_at: row.seen_at?.toISOString() ?? null,
    sessions: Number(row.sessions),
  }))
}
