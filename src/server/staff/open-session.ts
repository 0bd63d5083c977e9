import { now, fromNow } from '../../db/expressions.ts'
import type { Db } from '../../db/types.ts'
import type { Context } from '../context.ts'
import { accessEmail } from '../email/email-templates.ts'
import { enqueueEmails } from '../email/outbox.ts'
import { hashOf } from './operator-session.ts'
import { reject } from '../../contract/refusals/reject.ts'
import { audit } from '../audit/audit.ts'
import { lockOperatorRow } from './operators.ts'
import { sessionObject, type Origin } from './session-object.ts'

export const SESSION_HOURS = 12

export async function beginSession(
  { db, config }: Context,
  { username, password_hash: passwordHash }: { username: string; password_hash: string },
  token: string,
  { device, address, requestId }: Origin,
  totpEnrolled: boolean,
): Promise<bigint> {
  const expires = fromNow('hours', SESSION_HOURS)
  return await db.transaction().execute(async (tx) => {
    // Check again under the lock: an operator reset or disabled meanwhile gets no session.
    const row = await lockOperatorRow(tx, username)
    if (!row || row.disabled_at || row.password_hash !== passwordHash) throw reject('login_failed')
    const { no } = await tx
      .insertInto('operator_sessions')
      .values({ hash: hashOf(token), operator: username, device, address, expires_at: expires })
      .returning('no')
      .executeTakeFirstOrThrow()
    const after = { device, address, second_factor_set_up: totpEnrolled }
    const object = sessionObject(no)
    await audit(tx, [{ operator: username, action: 'sign in', object, after, requestId }])
    // Someone else may have read the password on its way here, so we tell the alert mailbox.
    if (config.production && !totpEnrolled) {
      const what = 'signed in by the password alone'
      const content = accessEmail(username, what, { device, address })
      await enqueueEmails(tx, [{ to: config.alertEmail, kind: 'security', content }])
    }
    return no
  })
}

export async function endOperatorSession(db: Db, token: string, requestId: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const rows = await tx
      .updateTable('operator_sessions')
      .set({ ended_at: now })
      .where('hash', '=', hashOf(token))
      .where('ended_at', 'is', null)
      .returning(['no', 'operator'])
      .execute()
    const entries = rows.map(({ no, operator }) => {
      return { operator, action: 'sign out', object: sessionObject(no), requestId }
    })
    await audit(tx, entries)
  })
}
