import { sql } from 'kysely'
import { canonicalName } from '../../contract/fields/canonical-name.ts'
import type { Db, RowOf, Tx } from '../../db/types.ts'

export type Credentials = RowOf<
  'identities',
  'member_no' | 'username' | 'email' | 'password_hash' | 'verified_at'
> & {
  suspended: boolean
}

/** The person with a typed username, ignoring case; undefined if nobody has it or can have it. */
export async function findCredentials(db: Db, typed: string): Promise<Credentials | undefined> {
  const username = canonicalName(typed)
  if (username === null) return undefined
  const { rows } = await sql<Credentials>`
    select identities.member_no, identities.username, identities.email, identities.password_hash,
      identities.verified_at, members.suspended
    from identities join members on members.no = identities.member_no
    where lower(identities.username) = ${username}`.execute(db)
  return rows[0]
}

export type Person = RowOf<'identities', 'member_no' | 'username' | 'email'> & {
  verified: boolean
}

/** The person with an email address, ignoring case; undefined if there is none. */
export async function findByEmail(db: Db, email: string): Promise<Person | undefined> {
  const { rows } = await sql<Person>`
    select member_no, username, email, verified_at is not null as verified from identities
    where lower(email) = lower(${email})`.execute(db)
  return rows[0]
}

/**
 * Whether an address belongs to anyone but the given member. A replaced address still belongs to
 * its owner while they can take it back.
 */
export async function isEmailTaken(db: Db | Tx, email: string, except = 0): Promise<boolean> {
  const { rows } = await sql`
    select 1 from identities where lower(email) = lower(${email}) and member_no <> ${except}
    union all
    select 1 from dispute_links where lower(before) = lower(${email}) and kind = 'email_changed'
      and used_at is null and expires_at > now() and member_no <> ${except}
    limit 1`.execute(db)
  return rows.length > 0
}

/** Whether someone has a username, or has a pending registration with it. */
export async function isUsernameTaken(db: Db, username: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from identities where lower(username) = lower(${username})
    union all
    select 1 from registrations where lower(username) = lower(${username}) and expires_at > now()
    limit 1`.execute(db)
  return rows.length > 0
}

export async function isCodeTaken(db: Db, code: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from identities where lower(referral_code) = lower(${code})`.execute(db)
  return rows.length > 0
}

/** The verified, unsuspended member with a referral code or username; undefined if none. */
export async function findSponsor(db: Db, code: string) {
  const { rows } = await sql<RowOf<'identities', 'member_no' | 'username'>>`
    select identities.member_no, identities.username from identities
    join members on members.no = identities.member_no
    where (lower(identities.referral_code) = lower(${code})
        or lower(identities.username) = lower(${code}))
      and identities.verified_at is not null and not members.suspended
    order by lower(identities.referral_code) = lower(${code}) desc limit 1`.execute(db)
  return rows[0]
}

export type PendingName = RowOf<'registrations', 'no' | 'password_hash'>

/** The pending registration with a username in its canonical form. */
export async function findPendingName(db: Db, username: string): Promise<PendingName | undefined> {
  const { rows } = await sql<PendingName>`select no, password_hash from registrations
    where lower(username) = ${username} and expires_at > now() and member_no is null`.execute(db)
  return rows[0]
}
