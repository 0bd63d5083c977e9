import { sql, type RawBuilder } from 'kysely'
import { ago, lit, now, subquery } from '../../../db/expressions.ts'
import type { SecurityEvent } from '../../../contract/subjects/auth.ts'
import type { Db, RowOf, Tx } from '../../../db/types.ts'
import type { Context } from '../../context.ts'
import { reject } from '../../../contract/refusals/reject.ts'
import {
  changedBackEmail,
  takenBackFormerEmail,
  type Remaining,
} from '../../email/email-templates.ts'
import { enqueueEmails } from '../../email/outbox.ts'
import {
  endPrepared,
  lockAccount,
  removeFactor,
  setCredentials,
  type LockedAccount,
} from '../locked-account.ts'
import { hashOfNothing } from '../../passwords/password.ts'
import { isEmailTaken } from '../credentials.ts'
import {
  findDisputing,
  prolongOlder,
  REACH_DAYS,
  requireOldestIfSuspended,
  VALID_HOURS,
  voidYounger,
} from './former-mailboxes.ts'
import { countPasskeys, emailReset } from '../recover-password.ts'
import { hashToken } from '../tokens/secret-token.ts'
import { holdPayouts, readSecuritySettings, walletSince } from '../security-change.ts'

// "This wasn't me": every security email has one such link. It works once, for 72 hours, without
// signing in, and always does the same. Its holder owns the mailbox that received the email and
// could set a new password anyway. In addition, it removes young passkeys and second factors.

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
 * pending, undoes changes, disables the password, holds payouts, and emails a link to set a new
 * password. Returns the member's number, which older ways to sign in remain, and whether it
 * reopened the account.
 */
export async function disputeEvent(
  { db, config }: Pick<Context, 'db' | 'config'>,
  token: string,
): Promise<{ member: number; remaining: Remaining & { reopened: boolean } }> {
  const { member_no: member } = await requireLink(db, token)
  const remaining = await db.transaction().execute(async (tx) => {
    const account = await lockAccount(tx, member, 'dispute')
    const link = await requireLink(tx, token)
    await requireOldestIfSuspended(tx, member, link.mailbox)
    const settings = await readSecuritySettings(tx, config)
    await endPrepared(account)
    const start = await findStart(account, token)
    const left = { ...(await removeYoung(account, start)), reopened: await reopen(account, start) }
    await restoreWallet(account, start)
    const email = await restoreEmail(account, settings.publicUrl, link.mailbox)
    await voidYounger(account, link.mailbox)
    await useLinksSince(account, token)
    await prolongOlder({ ...account, email })
    if (email !== account.email) await tellOlder({ ...account, email }, settings.publicUrl)
    // Lock out anyone who knows the password until the owner sets a new one.
    await setCredentials(account, { password_hash: hashOfNothing() })
    await holdPayouts(account, settings, 'disputed')
    await emailReset(tx, settings.publicUrl, { ...account, email }, left)
    return left
  })
  return { member, remaining }
}

/** When the disputed event happened, as SQL, so that no rounding of times affects comparisons. */
const eventTime = (token: string) =>
  subquery.selectFrom('dispute_links').select('happened_at').where('hash', '=', hashToken(token))

const validity = sql`make_interval(hours => ${lit(VALID_HOURS)})`

/**
 * When the events began that lead up to the disputed one: from each to the next, the link still
 * worked. All of them may be the thief's, whichever email the owner opens. It is text, because a
 * `Date` has no microseconds.
 */
async function findStart({ tx, member_no: member }: LockedAccount, token: string): Promise<string> {
  const events = subquery
    .selectFrom('dispute_links')
    .select(({ fn }) => [
      'happened_at',
      fn
        .agg<Date | null>('lag', ['happened_at'])
        .over((over) => over.orderBy('happened_at'))
        .as('previous'),
    ])
    .where('member_no', '=', member)
    .where('happened_at', '<=', eventTime(token))
    .where('happened_at', '>', ago('days', REACH_DAYS))
    .as('event')
  const { start } = await tx
    .selectFrom(events)
    .select((eb) => eb.cast<string>('happened_at', 'text').as('start'))
    .where((eb) =>
      eb.or([
        eb('previous', 'is', null),
        eb('previous', '<', sql<Date>`${eb.ref('happened_at')} - ${validity}`),
      ]),
    )
    .orderBy('happened_at', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return start
}

const timeOf = (text: string): RawBuilder<Date> => sql`${text}::timestamptz`

/** Removes second factors and passkeys added since the start. Returns which older ones remain. */
async function removeYoung(account: LockedAccount, start: string): Promise<Remaining> {
  const { tx, member_no: member } = account
  await tx
    .deleteFrom('passkeys')
    .where('member_no', '=', member)
    .where('created_at', '>=', timeOf(start))
    .execute()
  const isYoung = await tx
    .selectFrom('identities')
    .select('member_no')
    .where('member_no', '=', member)
    .where('totp_confirmed_at', '>=', timeOf(start))
    .executeTakeFirst()
  if (isYoung) await removeFactor(account)
  return {
    passkeys: await countPasskeys(account),
    second_factor: account.totp_confirmed_at !== null && !isYoung,
  }
}

/** Reopens the account if it was closed since the start. Returns whether it was. */
async function reopen({ tx, member_no: member }: LockedAccount, start: string): Promise<boolean> {
  const rows = await tx
    .deleteFrom('account_closings')
    .where('member_no', '=', member)
    .where('closed_at', '>=', timeOf(start))
    .returning('member_no')
    .execute()
  return rows.length > 0
}

/**
 * Restores the newest wallet address that had been on file for 72 hours at the start, or when it
 * was replaced before. The owner could have disputed it. Without one, leaves no address.
 */
async function restoreWallet(account: LockedAccount, start: string): Promise<void> {
  const { tx, member_no: member } = account
  const addresses = subquery
    .selectFrom('dispute_links')
    .select(['before as address', 'before_since as since', 'happened_at as until'])
    .where('member_no', '=', member)
    .where('kind', '=', lit('wallet_changed'))
    .unionAll((eb) =>
      eb
        .selectFrom('identities')
        .select([
          'wallet_address as address',
          walletSince(member).as('since'),
          sql<Date>`'infinity'::timestamptz`.as('until'),
        ])
        .where('member_no', '=', member),
    )
    .as('known')
  const found = await tx
    .selectFrom(addresses)
    .select('address')
    .where((eb) => {
      const until = eb.fn<Date>('least', ['until', timeOf(start)])
      return eb.or([eb('since', 'is', null), eb('since', '<=', sql<Date>`${until} - ${validity}`)])
    })
    .orderBy('until', 'desc')
    .limit(1)
    .executeTakeFirst()
  const address = found?.address ?? null
  if (address !== account.wallet_address) await setCredentials(account, { wallet_address: address })
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

/** The mailboxes that had the account before the disputing one can still take it back. */
async function tellOlder(account: LockedAccount, publicUrl: string): Promise<void> {
  const content = takenBackFormerEmail(account, publicUrl)
  const former = await findDisputing(account)
  await enqueueEmails(
    account.tx,
    former.map((to) => ({ to, kind: 'security' as const, content })),
  )
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
