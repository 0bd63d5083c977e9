import { sql } from 'kysely'
import type { Db, RowOf, Tx } from '../../db/types.ts'
import { reject } from '../../contract/reject.ts'
import { endSessions } from './end-sessions.ts'
import { revokeMailTokens, takeMailToken, type MailPurpose } from './mail-tokens.ts'

// What guards an account changes in one place: under the lock of its row, after looking again at
// what the caller was judged by. A call that was in flight while the owner reset the password, or
// staff ended the sessions, finds its session ended or its password replaced, and changes nothing.

/** Every call that changes what guards an account: a reset that commits first beats each. */
export const credentialCalls = [
  'login',
  'stepUp',
  'changePassword',
  'resetPassword',
  'startTotp',
  'confirmTotp',
  'disableTotp',
  'updateMe',
  'confirmEmail',
] as const

export type CredentialCall = (typeof credentialCalls)[number]

/** What the caller was judged by before the lock; it has to hold under the lock as well. */
export type Claim =
  | { session: bigint; passwordHash?: string | null }
  | { passwordHash: string | null }
  | { link: string; purpose: MailPurpose }

/** Those who need no claim: staff, whose calls are in the audit log, and the owner's dispute. */
type Trusted = 'staff' | 'dispute'

const columns = [
  'member_no',
  'username',
  'email',
  'pending_email',
  'password_hash',
  'wallet_address',
  'totp_secret',
  'totp_last_step',
  'totp_confirmed_at',
] as const

type AccountRow = Pick<RowOf<'people'>, (typeof columns)[number]>

const locked: unique symbol = Symbol('locked')

/** An account whose row is ours until the transaction ends. Only this file makes one. */
export type LockedAccount = AccountRow & { readonly tx: Tx; readonly [locked]: true }

/** Locks a member's account for one call; refuses when what the caller was judged by has gone. */
export async function lockAccount(
  tx: Tx,
  member: number,
  by: { call: CredentialCall; claim: Claim } | Trusted,
): Promise<LockedAccount> {
  const row = await tx
    .selectFrom('people')
    .select(columns)
    .where('member_no', '=', member)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw reject('not_found')
  if (typeof by === 'object') await requireClaim(tx, row, by.claim)
  return { ...row, tx, [locked]: true }
}

/** The same in a transaction of its own. */
export const changeCredentials = <T>(
  db: Db,
  member: number,
  by: { call: CredentialCall; claim: Claim },
  work: (account: LockedAccount) => Promise<T>,
): Promise<T> =>
  db.transaction().execute(async (tx) => await work(await lockAccount(tx, member, by)))

async function requireClaim(tx: Tx, row: AccountRow, claim: Claim): Promise<void> {
  if ('link' in claim) {
    const found = await takeMailToken(tx, claim.link, [claim.purpose])
    if (found?.member_no !== row.member_no || found.used) throw reject('invalid_token')
    return
  }
  const sameHash = claim.passwordHash === undefined || claim.passwordHash === row.password_hash
  if ('session' in claim) {
    // Locked too: a session that is being ended is waited for.
    const { rows } = await sql`
      select 1 from sessions where no = ${claim.session} and member_no = ${row.member_no}
        and ended_at is null and expires_at > now() for share`.execute(tx)
    if (rows.length !== 1 || !sameHash) throw reject('token_invalid')
  } else if (!sameHash) throw reject('login_failed')
}

type Credentials = Omit<Partial<AccountRow>, 'member_no' | 'username' | 'totp_confirmed_at'> & {
  totp_confirmed_at?: null
}

/** Writes what guards an account. */
export async function setCredentials(
  { tx, member_no: member }: LockedAccount,
  fields: Credentials,
): Promise<void> {
  await tx.updateTable('people').set(fields).where('member_no', '=', member).execute()
}

/** From now on the second factor is asked for; to the microsecond, as other rows say it. */
export async function confirmFactor(account: LockedAccount, step: bigint): Promise<void> {
  await setCredentials(account, { totp_last_step: step })
  await sql`update people set totp_confirmed_at = now()
    where member_no = ${account.member_no}`.execute(account.tx)
}

/** Takes the second factor off, with its recovery codes. */
export async function removeFactor(account: LockedAccount): Promise<void> {
  await setCredentials(account, {
    totp_secret: null,
    totp_confirmed_at: null,
    totp_last_step: null,
  })
  await account.tx.deleteFrom('recovery_codes').where('member_no', '=', account.member_no).execute()
}

/**
 * Ends whatever somebody else may have prepared in the account: the new email address that waits,
 * every link that could still change something, a second factor that isn't confirmed yet, and all
 * sessions but the one given.
 */
export async function endPrepared(account: LockedAccount, keep?: bigint): Promise<void> {
  const { tx, member_no: member } = account
  await tx
    .updateTable('people')
    .set({
      pending_email: null,
      totp_secret: sql`case when totp_confirmed_at is null then null else totp_secret end`,
    })
    .where('member_no', '=', member)
    .execute()
  await revokeMailTokens(tx, member, ['reset', 'email'])
  await endSessions(tx, member, keep)
}

const youngHours = 24

/** Takes a second factor off that was set up less than a day ago; an older one stays. */
export async function removeYoungFactor(account: LockedAccount): Promise<void> {
  const { rows } = await sql`
    select 1 from people where member_no = ${account.member_no}
      and totp_confirmed_at > now() - make_interval(hours => ${youngHours})`.execute(account.tx)
  if (rows.length > 0) await removeFactor(account)
}
