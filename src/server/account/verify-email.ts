import { sql } from 'kysely'
import type { Db, Tx } from '../../db/types.ts'
import { Refused, refuse } from '../http/refusal.ts'
import { edgeRefusals } from '../../contract/refusals.ts'
import type { Context } from '../context.ts'
import { referralLetter, securityLetter, verificationLetter } from '../mail/letters.ts'
import { enqueueNews } from '../mail/news.ts'
import { enqueueMails } from '../mail/outbox.ts'
import { endSessions } from './sessions.ts'
import { issueMailTokens, markUsed, revokeMailTokens, takeMailToken } from './mail-tokens.ts'
import { findByEmail } from './queries.ts'
import { holdPayouts, holdSettings, type HoldSettings } from './security-change.ts'

const resendHours = 24

export const resentAnswer =
  "If an account with this email is waiting for verification, we've sent a new link."

/** Follows the link of a verification mail, for a new member or a new address. */
type Settings = Pick<Context, 'db' | 'config'>

export async function verifyEmail({ db, config }: Settings, token: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const found = await takeMailToken(tx, token, ['verify', 'email'])
    if (!found) throw refuse('invalid_token')
    if (found.used) return
    await markUsed(tx, token)
    const { member_no: member, email } = found
    if (found.purpose === 'email') await changeAddress(tx, holdSettings(config), member, email)
    else if (await markVerified(tx, member, email)) await tellSponsor(tx, config, member)
  })
}

// The link proves the mailbox it went to, and no other that the member may have taken since.
// Answers whether it was the first time.
export async function markVerified(tx: Tx, member: number, email: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update people set verified_at = now()
    where member_no = ${member} and lower(email) = lower(${email})
      and verified_at is null`.execute(tx)
  return numAffectedRows === 1n
}

/** A referral counts from now on: its sponsor is told. */
export async function tellSponsor(
  tx: Tx,
  config: Context['config'],
  member: number,
): Promise<void> {
  const { rows } = await sql<{ sponsor: number; username: string }>`
    select m.sponsor_no as sponsor, p.username from members m
    join people p on p.member_no = m.no
    where m.no = ${member} and m.sponsor_no is not null`.execute(tx)
  const news = rows.map(({ sponsor, username: referred }) => ({
    member: sponsor,
    write: (username: string) => referralLetter(username, referred),
  }))
  await enqueueNews(tx, config, news)
}

async function changeAddress(tx: Tx, hold: HoldSettings, member: number, email: string) {
  const before = await tx
    .selectFrom('people')
    .select(['username', 'email', 'pending_email'])
    .where('member_no', '=', member)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (before.pending_email?.toLowerCase() !== email.toLowerCase()) throw refuse('invalid_token')
  try {
    await tx
      .updateTable('people')
      .set({ email, pending_email: null })
      .where('member_no', '=', member)
      .execute()
  } catch (error) {
    // Somebody verified the same address in the meantime: the link has lost its meaning.
    if ((error as { code?: string }).code === '23505') throw refuse('invalid_token')
    throw error
  }
  await holdPayouts(tx, hold, member, 'email_changed')
  await revokeMailTokens(tx, member, ['reset'])
  await endSessions(tx, member)
  const letter = securityLetter(before.username, 'The email address was changed', hold.hours)
  await enqueueMails(tx, [
    { to: before.email, kind: 'security', letter },
    { to: email, kind: 'security', letter },
  ])
}

/** Sends the verification mail again, once in 24 hours for an address, known or not. */
export async function resendVerification(db: Db, publicUrl: string, email: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ at: Date }>`
      insert into resends (email, at) values (lower(${email}), now())
      on conflict (email) do update set at = now()
        where resends.at <= now() - make_interval(hours => ${resendHours})
      returning at`.execute(tx)
    if (rows.length === 0) throw await tooSoon(tx, email)
    const owner = await findByEmail(tx, email)
    if (!owner || owner.verified) return
    const member = { member: owner.member_no, email: owner.email }
    const [token = ''] = await issueMailTokens(tx, 'verify', [member])
    const letter = verificationLetter(publicUrl, owner.username, token)
    await enqueueMails(tx, [{ to: owner.email, kind: 'verification', letter }])
  })
}

async function tooSoon(tx: Tx, email: string): Promise<Refused> {
  const { rows } = await sql<{ next: Date; seconds: number }>`
    select at + make_interval(hours => ${resendHours}) as next,
      ceil(extract(epoch from at + make_interval(hours => ${resendHours}) - now()))::int as seconds
    from resends where email = lower(${email})`.execute(tx)
  const { next = new Date(), seconds = 1 } = rows[0] ?? {}
  return new Refused('resend_too_soon', edgeRefusals.resend_too_soon.text, {
    retryAfterSeconds: Math.max(1, seconds),
    members: { next_allowed_at: next.toISOString() },
  })
}
