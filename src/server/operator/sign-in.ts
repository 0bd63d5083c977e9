import { randomBytes } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import { canonicalName } from '../../contract/canonical-name.ts'
import type { Db } from '../../db/types.ts'
import { isPassword } from '../account/password.ts'
import { seal, unseal } from '../account/sealed.ts'
import { newToken } from '../account/secret-token.ts'
import { findTotpStep, otpauthUri } from '../account/totp.ts'
import { qrCode } from '../account/member-totp.ts'
import type { Context } from '../context.ts'
import { accessLetter } from '../mail/letters.ts'
import { enqueueMails } from '../mail/outbox.ts'
import { hashOf } from '../http/operator-session.ts'
import { byOperator, byTyped, type LimitKey } from '../http/limit-key.ts'
import { refuse, refuseField } from '../http/refusal.ts'
import type { Operator } from '../http/route.ts'
import { audit } from './audit.ts'
import { isFirstPasswordOver } from './change-password.ts'

export const sessionHours = 12

/** Where an operator is, for the list of sessions and the audit log. */
export type Origin = { device: string; address: string; requestId: string }
type Form = { username: string; password: string; totp?: string | undefined }

/** Signs an operator in: the password, and in production the code once one is set up. */
export async function signInOperator(
  context: Context,
  form: Form,
  from: Origin & { log: FastifyBaseLogger; countAccount: (key: LimitKey) => Promise<void> },
) {
  const { db, config } = context
  const found = await findActiveOperator(db, form.username)
  await from.countAccount(found ? byOperator(found.username) : byTyped(form.username.toLowerCase()))
  const right = await isPassword(form.password, found?.password_hash ?? null)
  from.log.info({ operator: found?.username ?? null, right }, 'operator sign-in')
  if (!right || !found) throw refuse('login_failed')
  if (config.production && isFirstPasswordOver(found)) throw refuse('login_failed')
  const { username } = found
  const totpEnrolled = found.totp_confirmed_at !== null
  if (totpEnrolled && (config.production || form.totp)) {
    if (!form.totp) throw refuse('totp_required')
    if (!(await spendTotp(db, config.authSecret, username, form.totp))) throw refuse('totp_invalid')
  }
  const token = newToken()
  const no = await beginSession(context, username, token, from, totpEnrolled)
  const { role, must_change_password: mustChangePassword } = found
  const operator: Operator = { username, role, totpEnrolled, mustChangePassword, session: no }
  return { token, operator }
}

/** The operator of a typed name who may sign in; undefined when nobody has it, or can have it. */
async function findActiveOperator(db: Db, typed: string) {
  const username = canonicalName(typed)
  if (username === null) return undefined
  return await db
    .selectFrom('operators')
    .selectAll()
    .where('username', '=', username)
    .where('disabled_at', 'is', null)
    .executeTakeFirst()
}

async function beginSession(
  { db, config }: Context,
  username: string,
  token: string,
  { device, address, requestId }: Origin,
  totpEnrolled: boolean,
): Promise<bigint> {
  const expires = sql<Date>`now() + make_interval(hours => ${sessionHours})`
  return await db.transaction().execute(async (tx) => {
    const { no } = await tx
      .insertInto('operator_sessions')
      .values({ hash: hashOf(token), operator: username, device, address, expires_at: expires })
      .returning('no')
      .executeTakeFirstOrThrow()
    const after = { device, address, second_factor_set_up: totpEnrolled }
    const object = sessionObject(no)
    await audit(tx, [{ operator: username, action: 'sign in', object, after, requestId }])
    // Somebody else may have read the password on its way here: whoever watches hears of its use.
    if (config.production && !totpEnrolled) {
      const what = 'signed in by the password alone'
      const letter = accessLetter(username, what, { device, address })
      await enqueueMails(tx, [{ to: config.alertEmail, kind: 'security', letter }])
    }
    return no
  })
}

export const sessionObject = (no: bigint): string => `operator session ${no}`

export async function endOperatorSession(db: Db, token: string, requestId: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ no: bigint; operator: string }>`
      update operator_sessions set ended_at = now()
      where hash = ${hashOf(token)} and ended_at is null returning no, operator`.execute(tx)
    const entries = rows.map(({ no, operator }) => {
      return { operator, action: 'sign out', object: sessionObject(no), requestId }
    })
    await audit(tx, entries)
  })
}

/** Makes a secret for an operator who has none confirmed; it counts once a code is confirmed. */
export async function startOperatorTotp(db: Db, authSecret: string, username: string) {
  const secret = randomBytes(20)
  const { numUpdatedRows } = await db
    .updateTable('operators')
    .set({ totp_secret: seal(authSecret, secret), totp_last_step: null })
    .where('username', '=', username)
    .where('totp_confirmed_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) throw refuse('totp_already_enabled')
  const uri = otpauthUri(secret, username)
  return { otpauth_uri: uri, qr_code: qrCode(uri) }
}

/** From now on the code is asked for. Whoever watches hears of it: it may be somebody else. */
export async function confirmOperatorTotp(
  { db, config }: Context,
  { username, totpEnrolled }: Operator,
  code: string,
  { device, address, requestId }: Origin,
): Promise<void> {
  if (totpEnrolled) throw refuse('totp_already_enabled')
  if (!(await spendTotp(db, config.authSecret, username, code))) {
    throw refuseField('code', 'The code is not valid.')
  }
  await db.transaction().execute(async (tx) => {
    const { numAffectedRows } = await sql`update operators set totp_confirmed_at = now()
      where username = ${username} and totp_confirmed_at is null`.execute(tx)
    if (numAffectedRows !== 1n) throw refuse('totp_already_enabled')
    const [action, object] = ['set up second factor', `operator ${username}`]
    const after = { device, address }
    await audit(tx, [{ operator: username, action, object, after, requestId }])
    const letter = accessLetter(username, 'set up a second factor', after)
    await enqueueMails(tx, [{ to: config.alertEmail, kind: 'security', letter }])
  })
}

// A code counts once: the step it belongs to is kept under the row's lock.
export async function spendTotp(db: Db, authSecret: string, username: string, code: string) {
  return await db.transaction().execute(async (tx) => {
    const found = await tx
      .selectFrom('operators')
      .select(['totp_secret', 'totp_last_step'])
      .where('username', '=', username)
      .forUpdate()
      .executeTakeFirst()
    if (!found?.totp_secret) return false
    const step = findTotpStep(unseal(authSecret, found.totp_secret), code, found.totp_last_step)
    if (step === null) return false
    await tx
      .updateTable('operators')
      .set({ totp_last_step: step })
      .where('username', '=', username)
      .execute()
    return true
  })
}
