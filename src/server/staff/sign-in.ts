import type { FastifyBaseLogger } from 'fastify'
import { canonicalName } from '../../contract/fields/canonical-name.ts'
import type { Db } from '../../db/types.ts'
import { isPassword } from '../passwords/password.ts'
import { newToken } from '../auth/tokens/secret-token.ts'
import type { Context } from '../context.ts'
import { provedFromNow } from './operator-session.ts'
import { byOperator, byTyped, type LimitKey } from '../http/limit-key.ts'
import { reject } from '../../contract/refusals/reject.ts'
import type { Operator } from '../http/route.ts'
import { findPasskeys } from '../passkeys/passkeys.ts'
import { isFirstPasswordOver } from './change-password.ts'
import { verifyOperatorCode } from './second-factor.ts'
import type { Origin } from './session-object.ts'
import { beginSession } from './open-session.ts'

type Form = { username: string; password: string; totp?: string | undefined }

/** Signs an operator in with the password and, in production, the code once one is set up. */
export async function signInOperator(
  context: Context,
  form: Form,
  from: Origin & { log: FastifyBaseLogger; countAccount: (key: LimitKey) => Promise<void> },
) {
  const { db, config } = context
  const found = await findForSignIn(db, form.username)
  await from.countAccount(found ? byOperator(found.username) : byTyped(form.username.toLowerCase()))
  const right = await isPassword(form.password, found?.password_hash ?? null)
  from.log.info({ operator: found?.username ?? null, right }, 'operator sign-in')
  if (!right || !found) throw reject('login_failed')
  const { username } = found
  if (config.production && (await isFirstPasswordOver(db, username))) throw reject('login_failed')
  const totpEnrolled = found.totp_confirmed_at !== null
  if (totpEnrolled && (config.production || form.totp)) {
    if (!form.totp) throw reject('totp_required')
    const right = await verifyOperatorCode(context, { username, session: null }, form.totp, from)
    from.log.info({ operator: username, right }, 'operator second factor')
    if (!right) throw reject('totp_invalid')
  }
  const passkeys = (await findPasskeys(db, { operator: username })).length
  // A passkey is a second factor, so for its owner the password alone isn't enough.
  if (config.production && !totpEnrolled && passkeys > 0) throw reject('passkey_required')
  const token = newToken()
  const gaveCode = totpEnrolled && Boolean(form.totp)
  const by = { passwordHash: found.password_hash, gaveCode, hasSecondFactor: totpEnrolled }
  const no = await beginSession(context, { username, ...by }, token, from)
  const { role, must_change_password: mustChangePassword } = found
  const provedUntil = provedFromNow(context)
  const rights = { username, role, totpEnrolled, passkeys, mustChangePassword }
  const authority = { operator: username, session: String(no) }
  const operator: Operator = { ...rights, session: no, authority, provedUntil }
  return { token, operator }
}

/** The active operator with a typed name; undefined if nobody has it or can have it. */
async function findForSignIn(db: Db, typed: string) {
  const username = canonicalName(typed)
  if (username === null) return undefined
  return await db
    .selectFrom('operators')
    .select(['username', 'role', 'password_hash', 'must_change_password'])
    .select('totp_confirmed_at')
    .where('username', '=', username)
    .where('disabled_at', 'is', null)
    .executeTakeFirst()
}
