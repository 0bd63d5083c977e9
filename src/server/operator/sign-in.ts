import { randomBytes } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import type { Db } from '../../db/types.ts'
import { isPassword } from '../account/password.ts'
import { seal, unseal } from '../account/sealed.ts'
import { newToken } from '../account/secret-token.ts'
import { findTotpStep, otpauthUri } from '../account/totp.ts'
import { qrCode } from '../account/member-totp.ts'
import type { Context } from '../context.ts'
import { hashOf } from '../http/operator-session.ts'
import { refuse, refuseField } from '../http/refusal.ts'
import type { Operator } from '../http/route.ts'

export const sessionHours = 12

/** Where a session was begun, for the list of sessions. */
type Origin = { device: string; address: string; log: FastifyBaseLogger }
type Form = { username: string; password: string; totp?: string | undefined }

/** Signs an operator in: the password, and in production the code once one is set up. */
export async function signInOperator({ db, config }: Context, form: Form, from: Origin) {
  const username = form.username.toLowerCase()
  const found = await db
    .selectFrom('operators')
    .selectAll()
    .where('username', '=', username)
    .where('disabled_at', 'is', null)
    .executeTakeFirst()
  const right = await isPassword(form.password, found?.password_hash ?? null)
  from.log.info({ operator: found?.username ?? null, right }, 'operator sign-in')
  if (!right || !found) throw refuse('login_failed')
  const totpEnrolled = found.totp_confirmed_at !== null
  if (totpEnrolled && (config.production || form.totp)) {
    if (!form.totp) throw refuse('totp_required')
    if (!(await spendTotp(db, config.authSecret, username, form.totp))) throw refuse('totp_invalid')
  }
  const token = newToken()
  const { no } = await db
    .insertInto('operator_sessions')
    .values({
      hash: hashOf(token),
      operator: username,
      device: from.device,
      address: from.address,
      expires_at: sql<Date>`now() + make_interval(hours => ${sessionHours})`,
    })
    .returning('no')
    .executeTakeFirstOrThrow()
  const operator: Operator = { username, role: found.role, totpEnrolled, session: no }
  return { token, operator }
}

export async function endOperatorSession(db: Db, token: string): Promise<void> {
  await sql`update operator_sessions set ended_at = now()
    where hash = ${hashOf(token)} and ended_at is null`.execute(db)
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

export async function confirmOperatorTotp(
  db: Db,
  authSecret: string,
  { username, totpEnrolled }: Operator,
  code: string,
): Promise<void> {
  if (totpEnrolled) throw refuse('totp_already_enabled')
  if (!(await spendTotp(db, authSecret, username, code))) {
    throw refuseField('code', 'The code is not valid.')
  }
  await sql`update operators set totp_confirmed_at = now() where username = ${username}`.execute(db)
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
