import { sql, type Expression } from 'kysely'
import { now, is, lower, lit, subquery, type Condition } from '../../db/expressions.ts'
import { compileOnce, type Given } from '../../db/compiled.ts'
import { canonicalName } from '../../contract/fields/canonical-name.ts'
import type { Db, RowOf, Tx } from '../../db/types.ts'

const one = sql.lit(1).as('one')

export type Credentials = RowOf<
  'identities',
  'member_no' | 'username' | 'email' | 'password_hash' | 'verified_at'
> & {
  suspended: boolean
}

const withUsername = compileOnce((db, { username }: Given<{ username: string }>) =>
  db
    .selectFrom('identities')
    .innerJoin('members', 'members.no', 'identities.member_no')
    .select([
      'identities.member_no',
      'identities.username',
      'identities.email',
      'identities.password_hash',
      'identities.verified_at',
      'members.suspended',
    ])
    .where((eb) => eb(lower(eb.ref('identities.username')), '=', username)),
)

/**
 * The member with a typed username, ignoring case. Undefined if nobody has it, or it is malformed.
 */
export async function findCredentials(db: Db, typed: string): Promise<Credentials | undefined> {
  const username = canonicalName(typed)
  return username === null ? undefined : await withUsername.first(db, { username })
}

export type Person = RowOf<'identities', 'member_no' | 'username' | 'email' | 'language'> & {
  verified: boolean
}

/** The member with an email address, ignoring case; undefined if there is none. */
export async function findByEmail(db: Db, email: string): Promise<Person | undefined> {
  return await db
    .selectFrom('identities')
    .select((eb) => [
      'member_no',
      'username',
      'email',
      'language',
      is(eb('verified_at', 'is not', null)).as('verified'),
    ])
    .where((eb) => eb(lower(eb.ref('email')), '=', lower(email)))
    .executeTakeFirst()
}

/**
 * Addresses that were replaced, and still belong to their owners as long as they can restore them.
 * If someone else got one meanwhile, its owner couldn't get a stolen account back.
 */
export const reservedAddresses = subquery
  .selectFrom('dispute_links')
  .select('before')
  .where('kind', '=', lit('email_changed'))
  .where('used_at', 'is', null)
  .where('expires_at', '>', now)

/** Whether an address is reserved for its owner. */
export const isReserved = (email: Expression<string> | string): Condition =>
  subquery.exists(
    reservedAddresses.where((eb) => eb(lower(eb.ref('dispute_links.before')), '=', lower(email))),
  )

/** Whether an address belongs to anyone but the given member, or is reserved for them. */
export async function isEmailTaken(db: Db | Tx, email: string, except = 0): Promise<boolean> {
  const found = await db
    .selectFrom('identities')
    .select(one)
    .where((eb) => eb(lower(eb.ref('email')), '=', lower(email)))
    .where('member_no', '<>', except)
    .unionAll(
      reservedAddresses
        .clearSelect()
        .select(one)
        .where((eb) => eb(lower(eb.ref('before')), '=', lower(email)))
        .where('member_no', '<>', except),
    )
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

const usernameHolders = compileOnce((db, { username }: Given<{ username: string }>) =>
  db
    .selectFrom('identities')
    .select(one)
    .where((eb) => eb(lower(eb.ref('username')), '=', lower(username)))
    .unionAll((eb) =>
      eb
        .selectFrom('registrations')
        .select(one)
        .where((inner) => inner(lower(inner.ref('username')), '=', lower(username)))
        .where('expires_at', '>', now),
    )
    .limit(1),
)

/** Whether someone has a username, or has a pending registration with it. */
export const isUsernameTaken = async (db: Db, username: string): Promise<boolean> =>
  (await usernameHolders.first(db, { username })) !== undefined

export async function isCodeTaken(db: Db, code: string): Promise<boolean> {
  const found = await db
    .selectFrom('identities')
    .select('member_no')
    .where((eb) => eb(lower(eb.ref('referral_code')), '=', lower(code)))
    .executeTakeFirst()
  return found !== undefined
}

const sponsorWith = compileOnce((db, { code }: Given<{ code: string }>) =>
  db
    .selectFrom('identities')
    .innerJoin('members', 'members.no', 'identities.member_no')
    .select(['identities.member_no', 'identities.username'])
    .where((eb) =>
      eb.or([
        eb(lower(eb.ref('identities.referral_code')), '=', lower(code)),
        eb(lower(eb.ref('identities.username')), '=', lower(code)),
      ]),
    )
    .where('identities.verified_at', 'is not', null)
    .where('members.suspended', '=', lit(false))
    .orderBy((eb) => eb(lower(eb.ref('identities.referral_code')), '=', lower(code)), 'desc')
    .limit(1),
)

/** The verified, unsuspended member with a referral code or username; undefined if none. */
export const findSponsor = (db: Db, code: string) => sponsorWith.first(db, { code })

export type PendingName = RowOf<'registrations', 'no' | 'password_hash'>

const pendingWith = compileOnce((db, { username }: Given<{ username: string }>) =>
  db
    .selectFrom('registrations')
    .select(['no', 'password_hash'])
    .where((eb) => eb(lower(eb.ref('username')), '=', username))
    .where('expires_at', '>', now)
    .where('member_no', 'is', null),
)

/** The pending registration with a username in its canonical form. */
export const findPendingName = (db: Db, username: string): Promise<PendingName | undefined> =>
  pendingWith.first(db, { username })
