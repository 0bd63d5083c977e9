import { lit, fromNow, now } from '../../db/expressions.ts'
import type { Db, Tx } from '../../db/types.ts'
import { REOPEN_DAYS } from '../../contract/fields/limits.ts'
import { reject } from '../../contract/refusals/reject.ts'
import { changeCredentials, endPrepared, type LockedAccount } from '../auth/locked-account.ts'
import { findDisputing, prolongOlder } from '../auth/disputes/former-mailboxes.ts'
import { hashToken, newToken } from '../auth/tokens/secret-token.ts'
import { recordSecurityChange } from '../auth/security-change.ts'
import type { Context } from '../context.ts'
import { closedEmail, closedFormerEmail, closingEmail } from '../email/closing-emails.ts'
import { enqueueEmails } from '../email/outbox.ts'
import { submitCommand } from '../http/submit.ts'
import { requireSettled } from './read-closing.ts'

// Closing an account takes two steps: the member requests it with a step-up, and opens an emailed
// link. Seats and money stay in the ledger, so this only ends the access to them.

const LINK_HOURS = 48

type Caller = { no: number; session: bigint }

/**
 * Emails the link of the second step. The newest link counts.
 * @param count counts the email against its limit
 */
export async function requestClosing(
  { db, config }: Context,
  { no, session }: Caller,
  count: (tx: Tx) => Promise<void>,
): Promise<void> {
  await requireSettled(db, no)
  const token = newToken()
  const link = { token_hash: hashToken(token), expires_at: fromNow('hours', LINK_HOURS) }
  const by = { call: 'requestClosing', claim: { session } } as const
  await changeCredentials(db, no, by, async (account) => {
    const { tx, email } = account
    await count(tx)
    await tx
      .insertInto('account_closings')
      .values({ member_no: no, ...link })
      .onConflict((conflict) =>
        conflict.column('member_no').doUpdateSet({ ...link, asked_at: now }),
      )
      .execute()
    const content = closingEmail(account, config.publicUrl, token)
    await enqueueEmails(tx, [{ to: email, kind: 'security', content }])
  })
}

/**
 * Closes the account. A board that completes later must not spend its money, so we then turn off
 * auto upgrade. That is a command, which can't be part of the commit that closes the account. If we
 * turned it off before, an account that stays open after all would lose its setting.
 */
export async function confirmClosing(
  { db, book, config, log }: Context,
  { no, session }: Caller,
  token: string,
): Promise<void> {
  await requireLink(db, no, token)
  await requireSettled(db, no)
  const by = { call: 'confirmClosing', claim: { session } } as const
  await changeCredentials(db, no, by, async (account) => {
    const { tx } = account
    await requireLink(tx, no, token)
    await tx
      .updateTable('account_closings')
      .set({ closed_at: now, token_hash: null })
      .where('member_no', '=', no)
      .execute()
    await tx
      .updateTable('identities')
      .set({ news_emails: lit(false) })
      .where('member_no', '=', no)
      .execute()
    await recordSecurityChange(tx, no, 'account_closed')
    await endPrepared(account)
    // Only now can't the member withdraw anymore: this has waited for a command that was running.
    await requireSettled(tx, no)
    await emailClosed(account, config.publicUrl)
  })
  const command = { kind: 'set_auto_upgrade', member: no, on: false } as const
  await submitCommand(book, { command, by: { member: no } }).catch((error: unknown) => {
    log.warn({ err: error, member: no }, 'auto upgrade of a closed account is still on')
  })
}

// A thief may have moved the account before closing it. The older mailboxes can still undo both.
async function emailClosed(account: LockedAccount, publicUrl: string): Promise<void> {
  const { tx, email } = account
  await prolongOlder(account)
  const former = await findDisputing(account)
  const content = closedEmail(account, publicUrl, REOPEN_DAYS)
  const toFormer = closedFormerEmail(account, publicUrl)
  await enqueueEmails(tx, [
    { to: email, kind: 'security', content },
    ...former.map((to) => ({ to, kind: 'security' as const, content: toFormer })),
  ])
}

async function requireLink(db: Db | Tx, member: number, token: string): Promise<void> {
  const found = await db
    .selectFrom('account_closings')
    .select('member_no')
    .where('member_no', '=', member)
    .where('token_hash', '=', hashToken(token))
    .where('closed_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  if (!found) throw reject('invalid_token')
}
