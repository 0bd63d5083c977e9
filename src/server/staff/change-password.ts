import { ago, lit, now } from '../../db/expressions.ts'
import type { Db, Tx } from '../../db/types.ts'
import { hashOwnPassword, isOwnPassword } from '../passwords/password.ts'
import { findPasswordFault } from '../passwords/password-rules.ts'
import type { Context } from '../context.ts'
import { reject, rejectField } from '../../contract/refusals/reject.ts'
import type { Operator } from '../http/route.ts'
import { reportAccess } from '../email/report-access.ts'
import { audit } from '../audit/audit.ts'
import { endOperatorSessions } from './operators.ts'
import type { Origin } from './session-object.ts'
import { text } from '../../contract/texts/texts.ts'

const FIRST_PASSWORD_DAYS = 7

/** A first password expires after a week, so a copy found later is worthless. */
export async function isFirstPasswordOver(db: Db, username: string): Promise<boolean> {
  const over = await db
    .selectFrom('operators')
    .select('username')
    .where('username', '=', username)
    .where('must_change_password', '=', lit(true))
    .where('password_set_at', '<', ago('days', FIRST_PASSWORD_DAYS))
    .executeTakeFirst()
  return over !== undefined
}

type Form = { current_password: string; new_password: string }

/** Sets an operator's own password, ends their other sessions and emails staff. */
export async function changeOperatorPassword(
  { db, config }: Context,
  { username, session }: Operator,
  form: Form,
  { device, address, requestId }: Origin,
): Promise<void> {
  const before = await readHash(db, username)
  if (!(await isOwnPassword(form.current_password, before))) {
    throw rejectField('current_password', text('current_password_wrong'))
  }
  const fault = findPasswordFault(form.new_password, [username])
  if (fault) throw rejectField('new_password', fault)
  if (form.new_password === form.current_password) {
    throw rejectField('new_password', text('password_unchanged'))
  }
  const passwordHash = await hashOwnPassword(form.new_password)
  await db.transaction().execute(async (tx) => {
    // Hashing takes a while. If a reset or the end of this session came first, it wins.
    await lockLiving(tx, username, session, before)
    await tx
      .updateTable('operators')
      .set({
        password_hash: passwordHash,
        must_change_password: false,
        password_set_at: now,
      })
      .where('username', '=', username)
      .execute()
    await endOperatorSessions(tx, username, session)
    const after = { device, address }
    const object = `operator ${username}`
    await audit(tx, [{ operator: username, action: 'change password', object, after, requestId }])
    await reportAccess(tx, config, username, 'changed their password', after)
  })
}

async function readHash(db: Db, username: string): Promise<string> {
  const { password_hash: hash } = await db
    .selectFrom('operators')
    .select('password_hash')
    .where('username', '=', username)
    .executeTakeFirstOrThrow()
  return hash
}

async function lockLiving(tx: Tx, username: string, session: bigint, hash: string): Promise<void> {
  const operator = await tx
    .selectFrom('operators')
    .select('username')
    .where('username', '=', username)
    .where('password_hash', '=', hash)
    .where('disabled_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  const living = await tx
    .selectFrom('operator_sessions')
    .select('no')
    .where('no', '=', session)
    .where('ended_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!operator || !living) throw reject('token_invalid')
}
