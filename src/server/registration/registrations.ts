import { sql } from 'kysely'
import type { Db, RowOf, Tx } from '../../db/types.ts'
import { verificationEmail } from '../email/email-templates.ts'
import { enqueueEmails } from '../email/outbox.ts'
import { hashToken, newToken } from '../auth/secret-token.ts'

// Registrations with an unverified mailbox. We store one for every address, known or not, so that
// nothing reveals which. Only the emails differ, and only the owner reads those.

export type Pending = RowOf<
  'registrations',
  'no' | 'username' | 'email' | 'password_hash' | 'referral_code' | 'sponsor_no' | 'member_no'
> & {
  accepted: ['terms' | 'privacy', number][]
}

type New = Omit<Pending, 'no' | 'member_no'> & { network: string }

/** Reserves the name and stores the rest. Null if another registration has the name. */
export async function insertRegistration(tx: Tx, form: New): Promise<bigint | null> {
  await sql`delete from registrations
    where lower(username) = lower(${form.username}) and expires_at <= now()`.execute(tx)
  const inserted = await tx
    .insertInto('registrations')
    .values({ ...form, accepted: JSON.stringify(form.accepted) })
    .onConflict((conflict) => conflict.doNothing())
    .returning('no')
    .executeTakeFirst()
  return inserted?.no ?? null
}

/** What decides whether a registration gets another email. */
export type Waiting = RowOf<'registrations', 'no'> & {
  emailed: boolean
  may_be_emailed: boolean
}

/**
 * The registration that another email would be for: one from the requesting network first, then one
 * without any email yet, then the newest. Each gets another email at most once within a set number
 * of hours.
 */
export async function findWaiting(
  db: Db,
  { email, network }: { email: string; network: string },
  resendHours: number,
): Promise<Waiting | undefined> {
  const { rows } = await sql<Waiting>`
    select no, emailed_at is not null as emailed,
      resent_at is null or resent_at <= now() - make_interval(hours => ${resendHours})
        as may_be_emailed
    from registrations
    where lower(email) = lower(${email}) and expires_at > now() and member_no is null
    order by network = ${network} desc, emailed_at is not null, no desc limit 1`.execute(db)
  return rows[0]
}

/** Records that a registration's first email was written, whichever email it is. */
export async function noteEmailed(tx: Tx, no: bigint): Promise<void> {
  await sql`update registrations set emailed_at = now() where no = ${no}`.execute(tx)
}

/** Emails a registration's link, which works as long as the registration is valid. */
export async function emailVerification(
  tx: Tx,
  publicUrl: string,
  { no, username, email }: Pick<Pending, 'no' | 'username' | 'email'>,
): Promise<void> {
  const token = newToken()
  await sql`
    insert into email_tokens (hash, registration_no, purpose, email, expires_at)
    select ${hashToken(token)}, no, 'verify', email, expires_at from registrations
    where no = ${no}`.execute(tx)
  const content = verificationEmail(publicUrl, username, token)
  await enqueueEmails(tx, [{ to: email, kind: 'verification', content }])
}

const columns = sql`
  no, username, email, password_hash, referral_code, sponsor_no, accepted, member_no`

/** A registration that was verified or still can be; undefined if it has expired. */
export async function findRegistration(db: Db, no: bigint): Promise<Pending | undefined> {
  const { rows } = await sql<Pending>`select ${columns} from registrations
    where no = ${no} and (expires_at > now() or member_no is not null)`.execute(db)
  return rows[0]
}

const MOST_DAYS = 7

/**
 * Extends a registration for another link and records that, but never beyond a week after it was
 * made. So nobody can reserve a name forever by asking again. Of two simultaneous requests, one
 * succeeds.
 */
export async function prolongRegistration(
  tx: Tx,
  no: bigint,
  resendHours: number,
): Promise<Pending | undefined> {
  const { rows } = await sql<Pending>`
    update registrations set resent_at = now(), emailed_at = coalesce(emailed_at, now()),
      expires_at = greatest(expires_at,
        least(now() + interval '48 hours', created_at + make_interval(days => ${MOST_DAYS})))
    where no = ${no} and expires_at > now() and member_no is null
      and (resent_at is null or resent_at <= now() - make_interval(hours => ${resendHours}))
    returning ${columns}`.execute(tx)
  return rows[0]
}
