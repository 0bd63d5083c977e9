import { now } from '../../db/expressions.ts'
import { randomBytes } from 'node:crypto'
import type { Tx } from '../../db/types.ts'
import {
  countRightCode,
  countWrongCode,
  lockedSeconds,
  refuseLocked,
  type WrongCode,
} from '../auth/factor-guard.ts'
import { qrCode } from '../auth/member-totp.ts'
import { seal, unseal } from '../auth/sealed.ts'
import { findTotpStep, otpauthUri } from '../auth/totp.ts'
import type { Context } from '../context.ts'
import { reject, rejectField } from '../../contract/refusals/reject.ts'
import type { Operator } from '../http/route.ts'
import { accessEmail } from '../email/email-templates.ts'
import { enqueueEmails } from '../email/outbox.ts'
import { audit } from '../audit/audit.ts'
import { lockOperatorRow } from './operators.ts'
import type { Origin } from './session-object.ts'
import { text } from '../../contract/texts/texts.ts'

// An operator's second factor. Everything happens under the lock of the operator's row, where we
// check the session again: a call in flight during a reset changes nothing.

type OperatorRow = NonNullable<Awaited<ReturnType<typeof lockOperatorRow>>>

async function lockInSession(tx: Tx, { username, session }: Operator): Promise<OperatorRow> {
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
  if (row.totp_confirmed_at) throw reject('totp_already_enabled')
  return row
}

/** Creates a secret for an operator without a confirmed one. It counts once they confirm a code. */
export async function startOperatorTotp({ db, config }: Context, operator: Operator) {
  const { username } = operator
  const secret = randomBytes(20)
  await db.transaction().execute(async (tx) => {
    await lockInSession(tx, operator)
    await tx
      .updateTable('operators')
      .set({ totp_secret: seal(config.authSecret, secret), totp_last_step: null })
      .where('username', '=', username)
      .execute()
  })
  const uri = otpauthUri(secret, username)
  return { otpauth_uri: uri, qr_code: qrCode(uri) }
}

/** Turns on the second factor and emails the alert mailbox, because this may be an intruder. */
export async function confirmOperatorTotp(
  { db, config }: Context,
  operator: Operator,
  code: string,
  { device, address, requestId }: Origin,
): Promise<void> {
  const { username } = operator
  await db.transaction().execute(async (tx) => {
    const step = findStep(config.authSecret, await lockInSession(tx, operator), code)
    if (step === null) throw rejectField('code', text('code_wrong'))
    await tx
      .updateTable('operators')
      .set({ totp_confirmed_at: now, totp_last_step: step })
      .where('username', '=', username)
      .execute()
    const [action, object] = ['set up second factor', `operator ${username}`]
    const after = { device, address }
    await audit(tx, [{ operator: username, action, object, after, requestId }])
    const content = accessEmail(username, 'set up a second factor', after)
    await enqueueEmails(tx, [{ to: config.alertEmail, kind: 'security', content }])
  })
}

/**
 * Whether the code is the app's; each works once. Wrong codes count without a time window: every
 * tenth in a row locks the factor, which refuses all codes meanwhile.
 */
export async function takeOperatorCode(
  context: Context,
  username: string,
  code: string,
  from: Origin,
): Promise<boolean> {
  const holder = { operator: username }
  const verdict = await context.db.transaction().execute(async (tx) => {
    const row = await lockOperatorRow(tx, username)
    const locked = await lockedSeconds(tx, holder)
    if (locked !== null) return { locked }
    const step = row?.totp_confirmed_at ? findStep(context.config.authSecret, row, code) : null
    if (step === null) {
      await reportWrongCode(tx, context, username, await countWrongCode(tx, holder), from)
      return false
    }
    await countRightCode(tx, holder)
    await tx
      .updateTable('operators')
      .set({ totp_last_step: step })
      .where('username', '=', username)
      .execute()
    return true
  })
  if (typeof verdict === 'object') throw refuseLocked(verdict.locked)
  return verdict
}

/** A wrong code after the right password is the only sign of a stolen password. */
async function reportWrongCode(
  tx: Tx,
  { config }: Context,
  username: string,
  { first, lockedHours }: WrongCode,
  { device, address, requestId }: Origin,
): Promise<void> {
  if (!first && lockedHours === null) return
  const locked = lockedHours !== null
  const action = locked ? 'lock second factor' : 'wrong second factor'
  const after = { device, address, ...(locked && { hours: lockedHours }) }
  await audit(tx, [
    { operator: username, action, object: `operator ${username}`, after, requestId },
  ])
  const what = locked
    ? `entered ten wrong codes, which locks their second factor for ${lockedHours} h`
    : 'entered a wrong code after the right password'
  const content = accessEmail(username, what, { device, address })
  await enqueueEmails(tx, [{ to: config.alertEmail, kind: 'security', content }])
}

const findStep = (authSecret: string, row: OperatorRow, code: string): bigint | null =>
  row.totp_secret && findTotpStep(unseal(authSecret, row.totp_secret), code, row.totp_last_step)
