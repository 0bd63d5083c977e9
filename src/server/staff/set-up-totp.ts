import { now } from '../../db/expressions.ts'
import { randomBytes } from 'node:crypto'
import type { Tx } from '../../db/types.ts'
import { qrCode } from '../auth/member-totp.ts'
import { seal } from '../auth/sealed.ts'
import { findTotpStep, otpauthUri } from '../auth/totp.ts'
import type { Context } from '../context.ts'
import { reject, rejectField } from '../../contract/refusals/reject.ts'
import type { Operator } from '../http/route.ts'
import { reportAccess } from '../email/report-access.ts'
import { audit } from '../audit/audit.ts'
import { findPasskeys } from '../passkeys/passkeys.ts'
import { endOperatorSessions, lockOperatorRow, type OperatorRow } from './operators.ts'
import type { Origin } from './session-object.ts'
import { text } from '../../contract/texts/texts.ts'

// An operator's second factor. Everything happens under the lock of the operator's row, where we
// check the session again: a call in flight during a reset changes nothing.

type InSession = Pick<Operator, 'username' | 'session'>

/** Locks the operator of an open session. */
export async function lockInSession(
  tx: Tx,
  { username, session }: InSession,
): Promise<OperatorRow> {
  const row = await lockOperatorRow(tx, username)
  const rows = await tx
    .selectFrom('operator_sessions')
    .select('no')
    .where('no', '=', session)
    .where('operator', '=', username)
    .where('ended_at', 'is', null)
    .forShare()
    .execute()
  if (!row || row.disabled_at || rows.length !== 1) throw reject('token_invalid')
  return row
}

async function lockWithoutTotp(tx: Tx, operator: Operator): Promise<OperatorRow> {
  const row = await lockInSession(tx, operator)
  if (row.totp_confirmed_at) throw reject('totp_already_enabled')
  return row
}

/** Creates a secret for an operator without a confirmed one. It counts once they confirm a code. */
export async function startOperatorTotp({ db, config }: Context, operator: Operator) {
  const { username } = operator
  const secret = randomBytes(20)
  await db.transaction().execute(async (tx) => {
    await lockWithoutTotp(tx, operator)
    await tx
      .updateTable('operators')
      .set({ totp_secret: seal(config.authSecret, secret), totp_last_step: null })
      .where('username', '=', username)
      .execute()
  })
  const uri = otpauthUri(secret, username)
  return { otpauth_uri: uri, qr_code: qrCode(uri) }
}

/**
 * Before an operator's first second factor: ends their other sessions, which the password alone
 * opened.
 */
export async function endOthersBeforeFirst(
  tx: Tx,
  { username, session }: InSession,
  row: OperatorRow,
): Promise<void> {
  if (!(await hasFactor(tx, row))) await endOperatorSessions(tx, username, session)
}

/** Whether an operator has a second factor: the app, or a passkey. */
export const hasFactor = async (tx: Tx, row: OperatorRow): Promise<boolean> =>
  row.totp_confirmed_at !== null || (await findPasskeys(tx, { operator: row.username })).length > 0

/** Turns on the second factor and emails the alert mailbox, because this may be an intruder. */
export async function confirmOperatorTotp(
  { db, config }: Context,
  operator: Operator,
  code: string,
  { device, address, requestId }: Origin,
): Promise<void> {
  const { username } = operator
  await db.transaction().execute(async (tx) => {
    const row = await lockWithoutTotp(tx, operator)
    const step = await findTotpStep(tx, config.authSecret, row, code)
    if (step === null) throw rejectField('code', text('code_wrong'))
    await endOthersBeforeFirst(tx, operator, row)
    await tx
      .updateTable('operators')
      .set({ totp_confirmed_at: now, totp_last_step: step })
      .where('username', '=', username)
      .execute()
    const [action, object] = ['set up second factor', `operator ${username}`]
    const after = { device, address }
    await audit(tx, [{ operator: username, action, object, after, requestId }])
    await reportAccess(tx, config, username, 'set up a second factor', after)
  })
}
