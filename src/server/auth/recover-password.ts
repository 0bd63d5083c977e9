import { countAll } from '../../db/expressions.ts'
import type { Db, Tx } from '../../db/types.ts'
import type { Context } from '../context.ts'
import { reject, rejectField, rejectFields } from '../../contract/refusals/reject.ts'
import { resetEmail, securityEmail, type Remaining } from '../email/email-templates.ts'
import type { Reader } from '../language/writer.ts'
import { enqueueEmails } from '../email/outbox.ts'
import {
  changeCredentials,
  endPrepared,
  removeYoungFactors,
  setCredentials,
  type LockedAccount,
} from './locked-account.ts'
import { findEmailToken, issueEmailToken, markUsed } from './tokens/email-tokens.ts'
import { hashOwnPassword, hashPassword, isOwnPassword } from '../passwords/password.ts'
import { findPasswordFault } from '../passwords/password-rules.ts'
import { findByEmail } from './credentials.ts'
import { reportSecurityChange } from './security-change.ts'
import { text } from '../../contract/texts/texts.ts'
import { findAccepted, writeAcceptances } from '../readiness/acceptances.ts'

/** Emails a link to set a new password. Sends nothing for an unknown address. */
export async function requestReset(db: Db, publicUrl: string, email: string): Promise<void> {
  const owner = await findByEmail(db, email)
  await db.transaction().execute(async (tx) => {
    if (owner) await emailReset(tx, publicUrl, owner)
  })
}

/** Emails a link to set a new password to the address on file. */
export async function emailReset(
  tx: Tx,
  publicUrl: string,
  { member_no: member, email, ...to }: Reader & { member_no: number; email: string },
  remaining?: Remaining & { reopened: boolean },
): Promise<void> {
  const token = await issueEmailToken(tx, 'reset', { member, email })
  const content = resetEmail(to, publicUrl, token, remaining)
  await enqueueEmails(tx, [{ to: email, kind: 'recovery', content }])
}

const NOTHING_TO_ACCEPT = { accepted: [], errors: {} }

type NewPassword = Parameters<typeof findAccepted>[1] & { token: string; new_password: string }

/**
 * Sets a new password with a link from an email, once. Ends everything that an intruder may have
 * prepared, and removes a second factor or passkey younger than a day, because it may not be the
 * owner's. Older passkeys still sign in, and the email counts them.
 */
export async function resetPassword(
  { db, config }: Pick<Context, 'db' | 'config'>,
  { token, new_password: word, ...form }: NewPassword,
): Promise<void> {
  // Don't compute a hash for a link that doesn't exist. We check the link again under the lock.
  const found = await findEmailToken(db, token, ['reset'])
  const member = found?.member_no
  if (!found || !member || found.used) throw reject('invalid_token')
  const person = await readPerson(db, member)
  refuseWeak(word, person)
  // Others accepted the texts when they registered. Imported members do it here.
  const isFirst = person.password_hash === null
  const { accepted, errors } = isFirst ? await findAccepted(db, form) : NOTHING_TO_ACCEPT
  if (Object.keys(errors).length > 0) throw rejectFields(errors)
  const passwordHash = await hashPassword(word)
  const by = { call: 'resetPassword', claim: { link: token, purpose: 'reset' } } as const
  await changeCredentials(db, member, by, async (account) => {
    const { tx, email } = account
    if (email.toLowerCase() !== found.email.toLowerCase()) throw reject('invalid_token')
    await markUsed(tx, token)
    await setCredentials(account, { password_hash: passwordHash })
    if (isFirst) await writeAcceptances(tx, [{ member, accepted }])
    await endPrepared(account)
    await removeYoungFactors(account)
    await reportPassword(account, config, 'password_reset')
  })
}

/** Changes the password of a signed-in member and ends every other session. */
export async function changePassword(
  { db, config }: Pick<Context, 'db' | 'config'>,
  { no, session }: { no: number; session: bigint },
  form: { current_password: string; new_password: string },
): Promise<void> {
  const before = await readPerson(db, no)
  if (!(await isOwnPassword(form.current_password, before.password_hash))) {
    throw rejectField('current_password', text('current_password_wrong'))
  }
  refuseWeak(form.new_password, before)
  const password_hash = await hashOwnPassword(form.new_password)
  const claim = { session, passwordHash: before.password_hash }
  await changeCredentials(db, no, { call: 'changePassword', claim }, async (account) => {
    await setCredentials(account, { password_hash })
    await endPrepared(account, session)
    await reportPassword(account, config, 'password_changed')
  })
}

type Person = { username: string; email: string; password_hash: string | null }

const readPerson = (db: Db, member: number): Promise<Person> =>
  db
    .selectFrom('identities')
    .select(['username', 'email', 'password_hash'])
    .where('member_no', '=', member)
    .executeTakeFirstOrThrow()

function refuseWeak(password: string, { username, email }: Person): void {
  const fault = findPasswordFault(password, [username, email])
  if (fault) throw rejectField('new_password', fault)
}

async function reportPassword(
  account: LockedAccount,
  config: Context['config'],
  kind: 'password_changed' | 'password_reset',
): Promise<void> {
  const passkeys = await countPasskeys(account)
  await reportSecurityChange(account, config, kind, (holdHours) =>
    securityEmail(account, kind, holdHours, passkeys),
  )
}

export async function countPasskeys({ tx, member_no: member }: LockedAccount): Promise<number> {
  const { count } = await tx
    .selectFrom('passkeys')
    .select(countAll.as('count'))
    .where('member_no', '=', member)
    .executeTakeFirstOrThrow()
  return count
}
