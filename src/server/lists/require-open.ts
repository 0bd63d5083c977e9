import { reject } from '../../contract/refusals/reject.ts'
import { compileOnce, type Given } from '../../db/compiled.ts'
import { ago, now } from '../../db/expressions.ts'
import type { Context } from '../context.ts'
import type { Operator } from '../http/route.ts'

type Asked = Pick<Operator, 'session' | 'role'> & { idleMinutes: number }

const findOpen = compileOnce((db, { session, role, idleMinutes }: Given<Asked>) =>
  db
    .selectFrom('operator_sessions')
    .innerJoin('operators', 'operators.username', 'operator_sessions.operator')
    .select('operator_sessions.no')
    .where('operator_sessions.no', '=', session)
    .where('operator_sessions.ended_at', 'is', null)
    .where('operator_sessions.expires_at', '>', now)
    .where('operator_sessions.seen_at', '>', ago('mins', idleMinutes))
    .where('operators.disabled_at', 'is', null)
    .where('operators.role', '=', role),
)

/** Refuses the rest of a long answer once the operator has lost the session or the role. */
export async function requireOpen(
  { db, config }: Pick<Context, 'db' | 'config'>,
  { session, role }: Operator,
): Promise<void> {
  const idleMinutes = config.operatorIdleMinutes
  if (!(await findOpen.first(db, { session, role, idleMinutes }))) throw reject('token_invalid')
}
