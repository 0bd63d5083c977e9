import type { Db, Tx } from '../../db/types.ts'
import type { Context } from '../context.ts'
import { refuse, refuseField } from '../http/refusal.ts'
import { resetLetter, securityLetter } from '../mail/letters.ts'
import { enqueueMails } from '../mail/outbox.ts'
import { issueMailTokens, markUsed, revokeMailTokens, takeMailToken } from './mail-tokens.ts'
import { hashPassword, isPassword } from './password.ts'
import { findPasswordFault } from './password-rules.ts'
import { findByEmail } from './queries.ts'
import {
  holdPayouts,
  holdSettings,
  type HoldSettings,
  type SecurityChange,
} from './security-change.ts'
import { endSessions } from './sessions.ts'
import { markVerified, tellSponsor } from './verify-email.ts'

export const recoveryAnswer =
  "If an account exists with this email, we've sent password recovery instructions."

/** Mails a link to set a new password; for an unknown address nothing is sent. */
export async function requestReset(db: Db, publicUrl: string, email: string): Promise<void> {
  const owner = await findByEmail(db, email)
  await db.transaction().execute(async (tx) => {
    if (!owner) return
    const member = { member: owner.member_no, email: owner.email }
    const [token = ''] = await issueMailTokens(tx, 'reset', [member])
    const letter = resetLetter(publicUrl, owner.username, token)
    await enqueueMails(tx, [{ to: owner.email, kind: 'recovery', letter }])
  })
}

/** Sets a new password with a link from a mail: once, and it ends every session. */
export async function resetPassword(
  { db, config }: Pick<Context, 'db' | 'config'>,
  form: { token: string; new_password: string },
): Promise<void> {
  const passwordHash = await hashPassword(form.new_password)
  await db.transaction().execute(async (tx) => {
    const found = await takeMailToken(tx, form.token, ['reset'])
    if (!found || found.used) throw refuse('invalid_token')
    const person = await readPerson(tx, found.member_no)
    if (person.email.toLowerCase() !== found.email.toLowerCase()) throw refuse('invalid_token')
    refuseWeak(form.new_password, person)
    await markUsed(tx, form.token)
    // Who follows the link owns the mailbox, which is all that verification asks.
    const isNew = await markVerified(tx, found.member_no, found.email)
    if (isNew) await tellSponsor(tx, config, found.member_no)
    await setPassword(tx, holdSettings(config), person, passwordHash, 'password_reset')
    await endSessions(tx, found.member_no)
  })
}

/** Changes the password of a signed-in member; every other session ends. */
export async function changePassword(
  db: Db,
  hold: HoldSettings,
  member: { no: number; session: bigint },
  form: { current_password: string; new_password: string },
): Promise<void> {
  const before = await readPerson(db, member.no)
  if (!(await isPassword(form.current_password, before.password_hash))) {
    throw refuseField('current_password', 'The current password is not correct.')
  }
  refuseWeak(form.new_password, before)
  const passwordHash = await hashPassword(form.new_password)
  await db.transaction().execute(async (tx) => {
    await setPassword(tx, hold, before, passwordHash, 'password_changed')
    await revokeMailTokens(tx, member.no, ['reset'])
    await endSessions(tx, member.no, member.session)
  })
}

type Person = { member_no: number; username: string; email: string; password_hash: string | null }

const readPerson = (db: Db | Tx, member: number): Promise<Person> =>
  db
    .selectFrom('people')
    .select(['member_no', 'username', 'email', 'password_hash'])
    .where('member_no', '=', member)
    .executeTakeFirstOrThrow()

function refuseWeak(password: string, { username, email }: Person): void {
  const fault = findPasswordFault(password, [username, email])
  if (fault) throw refuseField('new_password', fault)
}

async function setPassword(
  tx: Tx,
  hold: HoldSettings,
  person: Person,
  passwordHash: string,
  change: SecurityChange,
): Promise<void> {
  const { member_no: member, username, email } = person
  await tx
    .updateTable('people')
    .set({ password_hash: passwordHash })
    .where('member_no', '=', member)
    .execute()
  await holdPayouts(tx, hold, member, change)
  const letter = securityLetter(username, 'The password was changed', hold.hours)
  await enqueueMails(tx, [{ to: email, kind: 'security', letter }])
}
