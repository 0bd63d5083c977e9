import { is } from '../../db/expressions.ts'
import type { Db } from '../../db/types.ts'

/** What few calls show of a member: settings, acceptances, and views by staff. */
export async function readOwnRecords(db: Db, member: number) {
  const settings = await db
    .selectFrom('identities')
    .leftJoin('deposit_addresses', 'deposit_addresses.member_no', 'identities.member_no')
    .select((eb) => [
      'identities.news_emails as news',
      is(eb('identities.totp_confirmed_at', 'is not', null)).as('totp'),
      'deposit_addresses.address',
    ])
    .where('identities.member_no', '=', member)
    .executeTakeFirstOrThrow()
  const accepted = await db
    .selectFrom('text_acceptances')
    .select(['kind', 'version', 'language', 'accepted_at'])
    .where('member_no', '=', member)
    .orderBy('accepted_at', 'desc')
    .execute()
  const views = await db
    .selectFrom('member_views')
    .select(['started_at', 'ends_at'])
    .where('member_no', '=', member)
    .orderBy('no', 'desc')
    .execute()
  return {
    email_settings: { news: settings.news },
    two_step_verification: settings.totp,
    deposit_address: settings.address,
    accepted_texts: accepted.map(({ kind, version, language, accepted_at: at }) => {
      return { kind, version: String(version), language, at: at.toISOString() }
    }),
    staff_views: views.map(({ started_at: from, ends_at: to }) => {
      return { started_at: from.toISOString(), ends_at: to.toISOString() }
    }),
  }
}
