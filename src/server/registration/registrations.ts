import { sql, expressionBuilder } from 'kysely'
import { anyOf, now, fromNow, ago, is, lower, type Condition, lit } from '../../db/expressions.ts'
import type { Db, RowOf, Tx, Database } from '../../db/types.ts'
import { verificationEmail } from '../email/email-templates.ts'
import { enqueueEmails } from '../email/outbox.ts'
import type { AcceptedText } from '../readiness/acceptances.ts'
import { hashToken, newToken } from '../auth/tokens/secret-token.ts'
import { areNamesFree, claimsOf, uniqueNames } from '../auth/unique-names.ts'

// Registrations with an unverified mailbox. We store one for every address, known or not, so that
// nothing reveals which. Only the emails differ, and only the owner reads those.

export type Pending = RowOf<
  'registrations',
  | 'no'
  | 'username'
  | 'email'
  | 'password_hash'
  | 'referral_code'
  | 'sponsor_no'
  | 'member_no'
  | 'language'
> & {
  accepted: AcceptedText[]
}

type New = Omit<Pending, 'no' | 'member_no'> & { network: string }

/** Reserves the name and stores the rest. Null if another registration has the name. */
export async function insertRegistration(tx: Tx, form: New): Promise<bigint | null> {
  await tx
    .deleteFrom('registrations')
    .where((eb) => eb(lower(eb.ref('username')), '=', lower(form.username)))
    .where('expires_at', '<=', now)
    .execute()
  const inserted = await tx
    .insertInto('registrations')
    .values({ ...form, accepted: JSON.stringify(form.accepted) })
    .onConflict((conflict) => conflict.doNothing())
    .returning('no')
    .executeTakeFirst()
  return inserted?.no ?? null
}

/** How long the same form gets the same answer, for someone whom the first one didn't reach. */
const REPEATED_HOURS = 1

/** A registration with this name whose mailbox nobody has verified yet. */
export const findRecent = (
  db: Db,
  username: string,
): Promise<Pick<Pending, (typeof recentColumns)[number]> | undefined> =>
  db
    .selectFrom('registrations')
    .select(recentColumns)
    .where((eb) => eb(lower(eb.ref('username')), '=', lower(username)))
    .where('expires_at', '>', now)
    .where('created_at', '>', ago('hours', REPEATED_HOURS))
    .where('member_no', 'is', null)
    .executeTakeFirst()

const recentColumns = ['username', 'email', 'password_hash', 'referral_code', 'sponsor_no'] as const

/** The fields that decide whether a registration gets another email. */
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
  return await db
    .selectFrom('registrations')
    .select((eb) => [
      'no',
      is(eb('emailed_at', 'is not', null)).as('emailed'),
      is(mayResend(resendHours)).as('may_be_emailed'),
    ])
    .where((eb) => eb(lower(eb.ref('email')), '=', lower(email)))
    .where('expires_at', '>', now)
    .where('member_no', 'is', null)
    .orderBy((eb) => eb('network', '=', network), 'desc')
    .orderBy((eb) => eb('emailed_at', 'is not', null))
    .orderBy('no', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Records that a registration's first email was written, whichever email it is. */
export async function recordEmailed(tx: Tx, no: bigint): Promise<void> {
  await tx.updateTable('registrations').set({ emailed_at: now }).where('no', '=', no).execute()
}

/** Emails a registration's link, which works as long as the registration is valid. */
export async function emailVerification(
  tx: Tx,
  publicUrl: string,
  { no, email, ...to }: Pick<Pending, 'no' | 'username' | 'email' | 'language'>,
): Promise<void> {
  const token = newToken()
  await tx
    .insertInto('email_tokens')
    .columns(['hash', 'registration_no', 'purpose', 'email', 'expires_at'])
    .expression((eb) =>
      eb
        .selectFrom('registrations')
        .select([
          sql<Buffer>`${hashToken(token)}::bytea`.as('hash'),
          'no',
          lit('verify').as('purpose'),
          'email',
          'expires_at',
        ])
        .where('no', '=', no),
    )
    .execute()
  const content = verificationEmail(to, publicUrl, token)
  await enqueueEmails(tx, [{ to: email, kind: 'verification', content }])
}

const columns = [
  'no',
  'username',
  'email',
  'password_hash',
  'referral_code',
  'sponsor_no',
  'accepted',
  'member_no',
  'language',
] as const

const registrationColumns = expressionBuilder<Database, 'registrations'>()

const mayResend = (hours: number): Condition =>
  registrationColumns.or([
    registrationColumns('registrations.resent_at', 'is', null),
    registrationColumns('registrations.resent_at', '<=', ago('hours', hours)),
  ])

/** A registration that was verified or still can be; undefined if it has expired. */
export async function findRegistration(db: Db, no: bigint): Promise<Pending | undefined> {
  return await db
    .selectFrom('registrations')
    .select(columns)
    .$narrowType<Pick<Pending, 'accepted'>>()
    .where('no', '=', no)
    .where((eb) => eb.or([eb('expires_at', '>', now), eb('member_no', 'is not', null)]))
    .executeTakeFirst()
}

/** The unique names that each registration claims. Leaves out registrations that can't join. */
export async function checkRegistrations(
  tx: Tx,
  numbers: readonly bigint[],
): Promise<Map<bigint, readonly string[]>> {
  const rows = await tx
    .selectFrom('registrations as r')
    .select(['r.no', ...uniqueNames])
    .where('r.no', '=', anyOf(numbers, 'bigint'))
    .where('r.member_no', 'is', null)
    .where(areNamesFree)
    .execute()
  return new Map(rows.map(({ no, ...names }) => [no, [`registration ${no}`, ...claimsOf(names)]]))
}

const MAX_DAYS = 7

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
  return await tx
    .updateTable('registrations')
    .set((eb) => ({
      resent_at: now,
      emailed_at: eb.fn.coalesce('emailed_at', now),
      expires_at: eb.fn<Date>('greatest', [
        'expires_at',
        eb.fn('least', [
          fromNow('hours', 48),
          sql`${eb.ref('created_at')} + make_interval(days => ${MAX_DAYS})`,
        ]),
      ]),
    }))
    .where('no', '=', no)
    .where('expires_at', '>', now)
    .where('member_no', 'is', null)
    .where(mayResend(resendHours))
    .returning(columns)
    .$narrowType<Pick<Pending, 'accepted'>>()
    .executeTakeFirst()
}
