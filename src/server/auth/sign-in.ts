import type { FastifyBaseLogger } from 'fastify'
import { canonicalName } from '../../contract/fields/canonical-name.ts'
import type { Db } from '../../db/types.ts'
import type { Context } from '../context.ts'
import { byMember, byTyped, type LimitKey } from '../http/limit-key.ts'
import { reject } from '../../contract/refusals/reject.ts'
import { hashPassword, isOutdated, isPassword } from '../passwords/password.ts'
import { lockAccount, setCredentials } from './locked-account.ts'
import { findCredentials, findPendingName, type Credentials } from './credentials.ts'
import { startSession } from './sessions.ts'

export type SignInSurroundings = {
  device: string
  log: FastifyBaseLogger
  countAccount: (key: LimitKey) => Promise<void>
}

/**
 * Signs a member in. A wrong name and a wrong password get the same answer in the same time. Other
 * account problems show only after the right password.
 */
export async function signIn(
  { db, config }: Context,
  { username, password }: { username: string; password: string },
  { device, log, countAccount }: SignInSurroundings,
) {
  const person = await findCredentials(db, username)
  // Count by the account that the lookup found, so that spelling variants of a name share one
  // count.
  await countAccount(person ? byMember(person.member_no) : byTyped(username.toLowerCase()))
  const pending = person ? undefined : await findPending(db, username)
  const right = await isPassword(password, (person ?? pending)?.password_hash ?? null)
  // Never log the typed name: it may be a password in the wrong field.
  const member = person?.member_no ?? null
  log.info({ member, right }, 'sign-in')
  if (right && pending) throw reject('email_not_verified')
  if (!right || !person) throw reject('login_failed')
  if (!person.verified_at) throw reject('email_not_verified')
  if (person.suspended) throw reject('account_suspended')
  const passwordHash = await renewHash(db, person, password)
  const by = { call: 'login', claim: { passwordHash } } as const
  const tokens = await startSession(db, config, { member: person.member_no, by }, device)
  return { tokens, member: person.member_no }
}

async function findPending(db: Db, typed: string) {
  const username = canonicalName(typed)
  return username === null ? undefined : await findPendingName(db, username)
}

/**
 * Replaces an outdated hash, because only now do we know the password. Leaves it alone if it
 * changed meanwhile. Returns the hash that verified the password.
 */
async function renewHash(
  db: Db,
  { member_no: member, password_hash: before }: Credentials,
  password: string,
): Promise<string | null> {
  if (!before || !isOutdated(before)) return before
  const password_hash = await hashPassword(password)
  return await db.transaction().execute(async (tx) => {
    const claim = { passwordHash: before }
    const account = await lockAccount(tx, member, { call: 'login', claim })
    await setCredentials(account, { password_hash })
    return password_hash
  })
}
