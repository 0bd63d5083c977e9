import { sql } from 'kysely'
import { now, subquery } from '../../db/expressions.ts'
import type { SecurityEvent } from '../../contract/subjects/auth.ts'
import type { Db, RowOf, Tx } from '../../db/types.ts'
import type { Context } from '../context.ts'
import { reject } from '../../contract/refusals/reject.ts'
import { changedBackEmail } from '../email/email-templates.ts'
import { enqueueEmails } from '../email/outbox.ts'
import {
  endPrepared,
  lockAccount,
  removeFactor,
  setCredentials,
  type LockedAccount,
} from './locked-account.ts'
import { hashOfNothing } from '../passwords/password.ts'
import { isEmailTaken } from './credentials.ts'
import { emailReset } from './recover-password.ts'
import { hashToken } from './secret-token.ts'
import { holdPayouts, securitySettings } from './security-change.ts'

// "This wasn't me": every security email has one such link. It works once, for 72 hours, without
// signing in, and always does the same. Its holder owns the mailbox that received the email and
// could set a new password anyway, so the link gives a thief nothing more.

type Link = RowOf<
  'dispute_links',
  'member_no' | 'mailbox' | 'happened_at' | 'expires_at' | 'used_at'
> & {
  kind: SecurityEvent
}

async function requireLink(db: Db | Tx, token: string): Promise<Link> {
  const link = await db
    .selectFrom('dispute_links')
    .select(['member_no', 'kind', 'mailbox', 'happened_at', 'expires_at', 'used_at'])
    .$narrowType<{ kind: SecurityEvent }>()
    .where('hash', '=', hashToken(token))
    .where('expires_at', '>', now)
    .executeTakeFirst()
  if (!link) throw reject('invalid_token')
  if (link.used_at) throw reject('link_used')
  return link
}

/** Shows which event the link disputes. Changes nothing. */
export async function showDispute(db: Db, token: string) {
  const { kind, happened_at, expires_at } = await requireLink(db, token)
  return { kind, happened_at: happened_at.toISOString(), expires_at: expires_at.toISOString() }
}

/**
 * Gives an account back to the mailbox that disputes an event. Ends the sessions and everything
 * pending, undoes later changes, disables the password, holds payouts, and emails a link to set a
 * new password. Returns the member's number.
 */
export async function disputeEvent(
  { db, config }: Pick<Context, 'db' | 'config'>,
  token: string,
): Promise<number> {
  const { member_no: member } = await requireLink(db, token)
  await db.transaction().execute(async (tx) => {
    const account = await lockAccount(tx, member, 'dispute')
    const link = await requireLink(tx, token)
    const settings = securitySettings(config)
    await endPrepared(account)
    if (await hasYoungFactor(account, token)) await removeFactor(account)
    await removeYoungPasskeys(account, token)
    await restoreWallet(account, token)
    const email = await restoreEmail(account, settings.publicUrl, link.mailbox)
    await useLinksSince(account, token)
    // Lock out anyone who knows the password until the owner sets a new one.
    await setCredentials(account, { password_hash: hashOfNothing() })
    await holdPayouts(account, settings, 'disputed')
    await emailReset(tx, settings.publicUrl, { ...account, email })
  })
  return member
}

/** When the disputed event happened, as SQL, so that no rounding of times affects comparisons. */
const eventTime = (token: string) =>
  subquery.selectFrom('dispute_links').select('happened_at').where('hash', '=', hashToken(token))

// What was added on the day before the event may be the thief's too. The owner may open any of
// several emails, and any time later.
const dayBeforeEvent = (token: string) =>
  sql<Date>`${eventTime(token)} - make_interval(hours => 24)`

async function hasYoungFactor({ tx, member_no: member }: LockedAccount, token: string) {
  const found = await tx
    .selectFrom('identities')
    .select('member_no')
    .where('member_no', '=', member)
    .where('totp_confirmed_at', '>=', dayBeforeEvent(token))
    .executeTakeFirst()
  return found !== undefined
}

async function removeYoungPasskeys({ tx, member_no: member }: LockedAccount, token: string) {
  await tx
    .deleteFrom('passkeys')
    .where('member_no', '=', member)
    .where('created_at', '>=', dayBeforeEvent(token))
    .execute()
}

/**
 * Restores the newest wallet address that was on file for a day before it was changed, and before
 * all changes since the day before the event. One that lasted less than a day may be the thief's,
 * and the change after it the owner's.
 */
async function restoreWallet(account: LockedAccount, token: string): Promise<void> {
  const { tx, member_no: member } = account
  const { rows } = await sql<{ before: string | null }>`
    with changes as (
      select before, happened_at,
        happened_at - lag(happened_at) over (order by happened_at) as lasted
      from dispute_links where member_no = ${member} and kind = 'wallet_changed')
    select before from changes
    where coalesce(lasted >= interval '24 hours', true) and happened_at <=
      (select min(happened_at) from changes where happened_at >= ${dayBeforeEvent(token)})
    order by happened_at desc limit 1`.execute(tx)
  const [changed] = rows
  if (changed) await setCredentials(account, { wallet_address: changed.before })
}

/**
 * Gives the account back to the disputing mailbox, if it was on file within the last 72 hours and
 * nobody else has it now. Returns the address on file afterward.
 */
async function restoreEmail(
  account: LockedAccount,
  publicUrl: string,
  mailbox: string,
): Promise<string> {
  const { tx, member_no: member, email } = account
  if (mailbox.toLowerCase() === email.toLowerCase()) return email
  if (await isEmailTaken(tx, mailbox, member)) return email
  await setCredentials(account, { email: mailbox })
  const content = changedBackEmail(account, publicUrl)
  await enqueueEmails(tx, [{ to: email, kind: 'security', content }])
  return mailbox
}

// Uses up links that we emailed since the event, to any mailbox. They could undo this dispute.
async function useLinksSince({ tx, member_no: member }: LockedAccount, token: string) {
  await tx
    .updateTable('dispute_links')
    .set({ used_at: now })
    .where('member_no', '=', member)
    .where('used_at', 'is', null)
    .where('happened_at', '>=', eventTime(token))
    .execute()
}
