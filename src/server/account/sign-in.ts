import type { Context } from '../context.ts'
import { refuse } from '../http/refusal.ts'
import { isPassword } from './password.ts'
import { findCredentials, readUser } from './queries.ts'
import { startSession } from './sessions.ts'

export type SignInSurroundings = {
  device: string
  countAccount: (username: string) => Promise<void>
}

/**
 * Signs a member in. A wrong name and a wrong password get the same answer in the same time;
 * what else may be wrong with an account is told only after the right password.
 */
export async function signIn(
  { db, config }: Context,
  { username, password }: { username: string; password: string },
  { device, countAccount }: SignInSurroundings,
) {
  await countAccount(username.toLowerCase())
  const person = await findCredentials(db, username)
  const right = await isPassword(password, person?.password_hash ?? null)
  if (!right || !person) throw refuse('login_failed')
  if (!person.verified_at) throw refuse('email_not_verified')
  if (person.suspended) throw refuse('account_suspended')
  const tokens = await startSession(db, config.authSecret, person, device)
  return { ...tokens, user: await readUser(db, person.member_no) }
}
