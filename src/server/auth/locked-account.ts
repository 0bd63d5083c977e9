import { now, ago, anyOf } from '../../db/expressions.ts'
import type { Db, RowOf, Tx } from '../../db/types.ts'
import { reject } from '../../contract/refusals/reject.ts'
import { endSessions } from './end-sessions.ts'
import { forgetWrongCodes } from './factor-guard.ts'
import {
  revokeAllEmailTokens,
  revokeEmailTokens,
  lockEmailToken,
  type EmailPurpose,
} from './tokens/email-tokens.ts'

// The only place that changes an account's credentials. It locks the account's row and checks again
// what authorized the caller. If the owner reset the password or staff ended the sessions while a
// call was in flight, the call finds its session ended or its password replaced, and changes
// nothing.

/** Every call that changes credentials. A reset that commits first wins over each of them. */
export const credentialCalls = [
  'login',
  'passkeyLogin',
  'stepUp',
  'changePassword',
  'resetPassword',
  'startTotp',
  'confirmTotp',
  'disableTotp',
  'addPasskey',
  'removePasskey',
  'updateMe',
  'confirmEmail',
  'requestClosing',
  'confirmClosing',
] as const

export type CredentialCall = (typeof credentialCalls)[number]

/** What authorized the caller before the lock. It must still hold under the lock. */
export type Claim =
  | { session: bigint; passwordHash?: string | null; passkey?: bigint }
  | { passwordHash: string | null }
  | { passkey: bigint }
  | { link: string; purpose: EmailPurpose }

/** Callers that need no claim: staff, whose calls are in the audit log, and the owner's dispute. */
type Trusted = 'staff' | 'dispute'

const columns = [
  'member_no',
  'username',
  'email',
  'language',
  'pending_email',
  'password_hash',
  'wallet_address',
  'totp_secret',
  'totp_last_step',
  'totp_confirmed_at',
] as const

type AccountRow = Pick<RowOf<'identities'>, (typeof columns)[number]>

const locked: unique symbol = Symbol('locked')

/** An account whose row we hold locked until the transaction ends. Only this file creates one. */
export type LockedAccount = AccountRow & { readonly tx: Tx; readonly [locked]: true }

/** Locks a member's account for one call. Refuses if the caller's authorization no longer holds. */
export async function lockAccount(
  tx: Tx,
  member: number,
  by: { call: CredentialCall; claim: Claim } | Trusted,
): Promise<LockedAccount> {
  const row = await tx
    .selectFrom('identities')
    .select(columns)
    .where('member_no', '=', member)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw reject('not_found')
  if (typeof by === 'object') await requireClaim(tx, row, by.claim)
  return { ...row, tx, [locked]: true }
}

/** The same in its own transaction. */
export const changeCredentials = <T>(
  db: Db,
  member: number,
  by: { call: CredentialCall; claim: Claim },
  work: (account: LockedAccount) => Promise<T>,
): Promise<T> =>
  db.transaction().execute(async (tx) => await work(await lockAccount(tx, member, by)))

async function requireClaim(tx: Tx, row: AccountRow, claim: Claim): Promise<void> {
  if ('link' in claim) {
    const found = await lockEmailToken(tx, claim.link, [claim.purpose])
    if (found?.member_no !== row.member_no || found.used) throw reject('invalid_token')
    return
  }
  if ('passkey' in claim && claim.passkey !== undefined)
    await requirePasskey(tx, row, claim.passkey)
  const { passwordHash } = { passwordHash: undefined, ...claim }
  const sameHash = passwordHash === undefined || passwordHash === row.password_hash
  if ('session' in claim) {
    // Lock the session as well, to wait for a call that is ending it.
    const rows = await tx
      .selectFrom('sessions')
      .select('no')
      .where('no', '=', claim.session)
      .where('member_no', '=', row.member_no)
      .where('ended_at', 'is', null)
      .where('expires_at', '>', now)
      .forShare()
      .execute()
    if (rows.length !== 1 || !sameHash) throw reject('token_invalid')
  } else if (!sameHash) throw reject('login_failed')
}

// The owner may have removed it while its answer was on the way.
async function requirePasskey(tx: Tx, row: AccountRow, passkey: bigint): Promise<void> {
  const found = await tx
    .selectFrom('passkeys')
    .select('no')
    .where('no', '=', passkey)
    .where('member_no', '=', row.member_no)
    .executeTakeFirst()
  if (!found) throw reject('passkey_refused')
}

type Credentials = Omit<Partial<AccountRow>, 'member_no' | 'username' | 'totp_confirmed_at'> & {
  totp_confirmed_at?: null
}

/** Writes an account's credentials. */
export async function setCredentials(
  { tx, member_no: member }: LockedAccount,
  fields: Credentials,
): Promise<void> {
  await tx.updateTable('identities').set(fields).where('member_no', '=', member).execute()
}

/** Turns the second factor on. The time has microseconds, like the times in other rows. */
export async function confirmFactor(account: LockedAccount, step: bigint): Promise<void> {
  await setCredentials(account, { totp_last_step: step })
  await account.tx
    .updateTable('identities')
    .set({ totp_confirmed_at: now })
    .where('member_no', '=', account.member_no)
    .execute()
}

/** Removes the second factor, its recovery codes, and its lock, which isn't the next one's. */
export async function removeFactor(account: LockedAccount): Promise<void> {
  await setCredentials(account, {
    totp_secret: null,
    totp_confirmed_at: null,
    totp_last_step: null,
  })
  const { tx, member_no: member } = account
  await forgetWrongCodes(tx, { member })
  await tx.deleteFrom('recovery_codes').where('member_no', '=', member).execute()
}

/**
 * Ends whatever an intruder may have prepared: a pending email address, every link that could still
 * change something, an unconfirmed second factor, and all sessions except the given one.
 */
export async function endPrepared(account: LockedAccount, keep?: bigint): Promise<void> {
  const { tx, member_no: member } = account
  await tx
    .updateTable('identities')
    .set((eb) => ({
      pending_email: null,
      totp_secret: eb
        .case()
        .when('totp_confirmed_at', 'is', null)
        .then(null)
        .else(eb.ref('totp_secret'))
        .end(),
    }))
    .where('member_no', '=', member)
    .execute()
  await openClosings(tx).where('member_no', '=', member).execute()
  await revokeEmailTokens(tx, member, ['reset', 'email'])
  await endSessions(tx, member, keep)
}

/**
 * Ends the links of all members that change an address or password, or close an account. Someone
 * else may have asked for one, and the member may have stopped that in the time that a restore
 * lost.
 */
export async function endAllPrepared(tx: Tx): Promise<void> {
  const members = await revokeAllEmailTokens(tx, ['reset', 'email'])
  await tx
    .updateTable('identities')
    .set({ pending_email: null })
    .where('member_no', '=', anyOf(members, 'int'))
    .where('pending_email', 'is not', null)
    .execute()
  await openClosings(tx).execute()
}

const openClosings = (tx: Tx) => tx.deleteFrom('account_closings').where('closed_at', 'is', null)

const YOUNG_HOURS = 24

/**
 * Removes second factors and passkeys that were set up less than a day ago, because they may not be
 * the owner's. Keeps older ones.
 */
export async function removeYoungFactors(account: LockedAccount): Promise<void> {
  const { tx, member_no: member } = account
  const rows = await tx
    .selectFrom('identities')
    .select('member_no')
    .where('member_no', '=', member)
    .where('totp_confirmed_at', '>', ago('hours', YOUNG_HOURS))
    .execute()
  if (rows.length > 0) await removeFactor(account)
  await tx
    .deleteFrom('passkeys')
    .where('member_no', '=', member)
    .where('created_at', '>', ago('hours', YOUNG_HOURS))
    .execute()
}
