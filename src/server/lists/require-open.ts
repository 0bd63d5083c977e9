import { reject } from '../../contract/refusals/reject.ts'
import { compileOnce, type Given } from '../../db/compiled.ts'
import { now } from '../../db/expressions.ts'
import type { Db } from '../../db/types.ts'
import type { Operator } from '../http/route.ts'

const findOpen = compileOnce((db, { session, role }: Given<Pick<Operator, 'session' | 'role'>>) =>
  db
    .selectFrom('operator_sessions')
    .innerJoin('operators', 'operators.username', 'operator_sessions.operator')
    .select('operator_sessions.no')
    .where('operator_sessions.no', '=', session)
    .where('operator_sessions.ended_at', 'is', null)
    .where('operator_sessions.expires_at', '>', now)
    .where('operators.disabled_at', 'is', null)
    .where('operators.role', '=', role),
)

/** Refuses the rest of a long answer once the operator has lost the session or the role. */
export async function requireOpen(db: Db, { session, role }: Operator): Promise<void> {
  if (!(await findOpen.first(db, { session, role }))) throw reject('token_invalid')
}
