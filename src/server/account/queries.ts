import { sql } from 'kysely'
import type { z } from 'zod'
import type { User as UserShape } from '../../contract/account.ts'
import { canonicalName } from '../../contract/canonical-name.ts'
import type { Db, Tx } from '../../db/types.ts'
import { wallet } from '../../domain/ledger/account.ts'
import { formatUsd } from '../../domain/money/money.ts'
import { PURPOSE_CODES } from '../book/rows/ledger-rows.ts'
import { refuse } from '../http/refusal.ts'
import { readProfiles } from '../network/profiles.ts'

export type User = z.infer<typeof UserShape>

type Row = {
  username: string
  email: string
  first_name: string
  last_name: string
  phone_number: string
  wallet_address: string | null
  referral_code: string
  share_contact: boolean
  pending_email: string | null
  suspended: boolean
  auto_upgrade: boolean
  joined_at: Date
  balance: bigint
  rewards: bigint
  referrals: number
}

export const rewardPurposes = [
  PURPOSE_CODES.level1,
  PURPOSE_CODES.level2,
  PURPOSE_CODES.sponsor_bonus,
]

/** A member as it sees itself: three statements, whatever it owns. */
export async function readUser(
  db: Db,
  member: number,
  viewedBy: string | null = null,
): Promise<User> {
  const { rows } = await sql<Row>`
    select people.username, people.email, people.first_name, people.last_name,
      people.phone_number, people.wallet_address, people.referral_code, people.share_contact,
      people.pending_email, members.suspended, members.auto_upgrade, members.joined_at,
      coalesce((select balance from accounts where no = ${wallet(member)}), 0) as balance,
      (select coalesce(sum(amount), 0)::bigint from postings
        where account_no = ${wallet(member)} and purpose = any(${rewardPurposes})) as rewards,
      (select count(*)::int from members referred
        join people theirs on theirs.member_no = referred.no and theirs.verified_at is not null
        where referred.sponsor_no = ${member}) as referrals
    from people join members on members.no = people.member_no
    where people.member_no = ${member}`.execute(db)
  const row = rows[0]
  if (!row) throw refuse('not_found')
  return {
    id: String(member),
    username: row.username,
    email: row.email,
    first_name: row.first_name,
    last_name: row.last_name,
    phone_number: row.phone_number,
    total_referrals: row.referrals,
    total_rewards: formatUsd(row.rewards),
    wallet_balance: formatUsd(row.balance),
    wallet_address: row.wallet_address,
    referral_code: row.referral_code,
    auto_upgrade: row.auto_upgrade,
    share_contact: row.share_contact,
    pending_email: row.pending_email,
    is_active: !row.suspended,
    date_joined: row.joined_at.toISOString(),
    viewed_by: viewedBy,
    profiles: await readProfiles(db, sql<boolean>`p.member_no = ${member}`),
  }
}

export type Credentials = {
  member_no: number
  username: string
  email: string
  password_hash: string | null
  verified_at: Date | null
  suspended: boolean
}

/** The person of a typed username, without case; undefined when nobody has it, or can have it. */
export async function findCredentials(db: Db, typed: string): Promise<Credentials | undefined> {
  const username = canonicalName(typed)
  if (username === null) return undefined
  const { rows } = await sql<Credentials>`
    select people.member_no, people.username, people.email, people.password_hash,
      people.verified_at, members.suspended
    from people join members on members.no = people.member_no
    where lower(people.username) = ${username}`.execute(db)
  return rows[0]
}

export type Person = { member_no: number; username: string; email: string; verified: boolean }

/** The person of an e-mail address, without case; undefined when there is none. */
export async function findByEmail(db: Db, email: string): Promise<Person | undefined> {
  const { rows } = await sql<Person>`
    select member_no, username, email, verified_at is not null as verified from people
    where lower(email) = lower(${email})`.execute(db)
  return rows[0]
}

/**
 * Whether an address is somebody's, other than the given member's. One that was replaced is still
 * its owner's while they can take it back.
 */
export async function isEmailTaken(db: Db | Tx, email: string, except = 0): Promise<boolean> {
  const { rows } = await sql`
    select 1 from people where lower(email) = lower(${email}) and member_no <> ${except}
    union all
    select 1 from dispute_links where lower(before) = lower(${email}) and kind = 'email_changed'
      and used_at is null and expires_at > now() and member_no <> ${except}
    limit 1`.execute(db)
  return rows.length > 0
}

/** Whether somebody has a username, or has registered with it and may still verify. */
export async function isUsernameTaken(db: Db, username: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from people where lower(username) = lower(${username})
    union all
    select 1 from registrations where lower(username) = lower(${username}) and expires_at > now()
    limit 1`.execute(db)
  return rows.length > 0
}

export async function isCodeTaken(db: Db, code: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from people where lower(referral_code) = lower(${code})`.execute(db)
  return rows.length > 0
}

/** The verified, unsuspended member of a referral code or username; undefined when none. */
export async function findSponsor(db: Db, code: string) {
  const { rows } = await sql<{ member_no: number; username: string }>`
    select people.member_no, people.username from people
    join members on members.no = people.member_no
    where (lower(people.referral_code) = lower(${code}) or lower(people.username) = lower(${code}))
      and people.verified_at is not null and not members.suspended
    order by lower(people.referral_code) = lower(${code}) desc limit 1`.execute(db)
  return rows[0]
}
