import { is, lower } from '../../db/expressions.ts'
import type { Db } from '../../db/types.ts'

// Member data that few other calls show.

/** Settings, and the deposit address. */
export async function readSettings(db: Db, member: number) {
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
  return {
    email_settings: { news: settings.news },
    two_step_verification: settings.totp,
    deposit_address: settings.address,
  }
}

/** The last times that staff viewed the product as this member. */
export async function readStaffViews(db: Db, member: number, most: number) {
  const rows = await db
    .selectFrom('member_views')
    .select(['started_at', 'ends_at'])
    .where('member_no', '=', member)
    .orderBy('no', 'desc')
    .limit(most)
    .execute()
  return rows.map(({ started_at: from, ends_at: to }) => {
    return { started_at: from.toISOString(), ends_at: to.toISOString() }
  })
}

/** The newest messages from an address, which is how the contact form knows its senders. */
export async function readMessages(db: Db, email: string, most: number) {
  const rows = await db
    .selectFrom('contact_messages')
    .select(['subject', 'message', 'received_at', 'answer'])
    .where((eb) => eb(lower(eb.ref('email')), '=', lower(email)))
    .orderBy('no', 'desc')
    .limit(most)
    .execute()
  return rows.map((row) => ({ ...row, received_at: row.received_at.toISOString() }))
}
