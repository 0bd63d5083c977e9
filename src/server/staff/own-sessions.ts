import { now } from '../../db/expressions.ts'
import type { z } from 'zod'
import type { OperatorSession } from '../../contract/subjects/staff.ts'
import type { Db, Tx } from '../../db/types.ts'
import { isOwnPassword } from '../passwords/password.ts'
import type { Context } from '../context.ts'
import { idleSince, operatorStepUpMs } from './operator-session.ts'
import { reject, rejectField } from '../../contract/refusals/reject.ts'
import type { Operator } from '../http/route.ts'
import { audit } from '../audit/audit.ts'
import { lockOperator } from '../authority/authority.ts'
import { verifyOperatorCode } from './second-factor.ts'
import { sessionObject, type Origin } from './session-object.ts'
import { text } from '../../contract/texts/texts.ts'

const MAX_LISTED = 100

/** The operator's own open sessions, newest first. */
export async function listOwnSessions(
  context: Context,
  { username, session }: Operator,
): Promise<z.infer<typeof OperatorSession>[]> {
  const rows = await context.db
    .selectFrom('operator_sessions')
    .select(['no', 'device', 'address', 'created_at', 'seen_at', 'expires_at'])
    .where('operator', '=', username)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .where('seen_at', '>', idleSince(context))
    .orderBy('no', 'desc')
    .limit(MAX_LISTED)
    .execute()
  return rows.map((row) => ({
    id: String(row.no),
    current: row.no === session,
    device: row.device,
    address: row.address,
    signed_in_at: row.created_at.toISOString(),
    last_seen_at: row.seen_at.toISOString(),
    ends_at: row.expires_at.toISOString(),
  }))
}

/** Ends one of the operator's own sessions. Refuses with 404 if there is none. */
export async function endOwnSession(
  db: Db,
  username: string,
  no: bigint,
  requestId: string,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockOperator(tx, username)
    const { numUpdatedRows } = await tx
      .updateTable('operator_sessions')
      .set({ ended_at: now })
      .where('operator', '=', username)
      .where('no', '=', no)
      .where('ended_at', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows !== 1n) throw reject('not_found')
    const object = sessionObject(no)
    await audit(tx, [{ operator: username, action: 'end session', object, requestId }])
  })
}

/**
 * Accepts the code, if sign-in asks for one, or else the password, as a step-up for changes to
 * money and rights. Returns when it expires.
 */
export async function proveOperator(
  context: Context,
  { username, session, totpEnrolled, passkeys }: Operator,
  proof: { password?: string | undefined; totp?: string | undefined },
  from: Origin,
): Promise<{ valid_until: string }> {
  const { db, config } = context
  if (totpEnrolled && (config.production || proof.totp)) {
    const right =
      proof.totp && (await verifyOperatorCode(context, { username, session }, proof.totp, from))
    if (!right) throw rejectField('totp', text('code_wrong'))
  } else {
    if (config.production && passkeys > 0) throw reject('passkey_required')
    const { password_hash: stored } = await db
      .selectFrom('operators')
      .select('password_hash')
      .where('username', '=', username)
      .executeTakeFirstOrThrow()
    const right = await isOwnPassword(proof.password ?? '', stored)
    if (!right) throw rejectField('password', text('password_wrong'))
  }
  return await markProved(context, session)
}

/**
 * Records that the operator has just proved their identity again. Returns when the proof expires.
 * @param check refuses, in the same transaction, what doesn't count anymore
 */
export async function markProved(
  context: Context,
  session: bigint,
  check?: (tx: Tx) => Promise<void>,
) {
  const proved = await context.db.transaction().execute(async (tx) => {
    await check?.(tx)
    return await tx
      .updateTable('operator_sessions')
      .set({ stepped_up_at: now })
      .where('no', '=', session)
      .where('ended_at', 'is', null)
      .returning('stepped_up_at')
      .executeTakeFirst()
  })
  if (!proved) throw reject('token_invalid')
  const untilMs = proved.stepped_up_at.getTime() + operatorStepUpMs(context)
  return { valid_until: new Date(untilMs).toISOString() }
}

/** Ends the step-ups of the operator's other sessions. */
export async function endOtherStepUps(
  tx: Tx,
  { username, session }: Pick<Operator, 'username' | 'session'>,
): Promise<void> {
  await tx
    .updateTable('operator_sessions')
    .set({ stepped_up_at: new Date(0) })
    .where('operator', '=', username)
    .where('no', '<>', session)
    .where('ended_at', 'is', null)
    .execute()
}
