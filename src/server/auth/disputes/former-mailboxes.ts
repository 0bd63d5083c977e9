import { sql, type Expression, type ExpressionBuilder } from 'kysely'
import { ago, fromNow, lit, lower, now, subquery, type Condition } from '../../../db/expressions.ts'
import type { Database, Tx } from '../../../db/types.ts'
import { reject } from '../../../contract/refusals/reject.ts'
import type { LockedAccount } from '../locked-account.ts'
import { hashToken, newToken } from '../tokens/secret-token.ts'

// The mailboxes that an account was moved away from, and their links. Each may be the owner's or a
// thief's. The one that had the account before the others wins, as long as it can dispute.

/** How long a link works. What wasn't disputed within this time is the owner's. */
export const VALID_HOURS = 72
/** How far back a dispute goes. Afterward, we delete the links (workers/retention.ts). */
export const REACH_DAYS = 7

type Links = ExpressionBuilder<Database, 'dispute_links'>

const works = (eb: Links): Condition =>
  eb.and([eb('used_at', 'is', null), eb('expires_at', '>', now)])

const isMailbox =
  (operator: '=' | '<>', email: string) =>
  (eb: Links): Condition =>
    eb(lower(eb.ref('mailbox')), operator, lower(email))

/** When the account was first moved away from a mailbox that can still dispute that. */
const movedAway = (member: number, mailbox: string) =>
  subquery
    .selectFrom('dispute_links')
    .select(({ fn }) => fn.min<Date | null>('happened_at').as('at'))
    .where('member_no', '=', member)
    .where('kind', '=', lit('email_changed'))
    .where(isMailbox('=', mailbox))
    .where(works)
    .$asScalar()

/** Whether a mailbox can still dispute that the account was moved away from it. */
export async function canTakeBack(
  { tx, member_no: member }: LockedAccount,
  mailbox: string,
): Promise<boolean> {
  const { at } = await tx
    .selectNoFrom(movedAway(member, mailbox).as('at'))
    .executeTakeFirstOrThrow()
  return at !== null
}

/**
 * Uses up the links of the mailboxes that had the account after this one. Leaves them if this one
 * can no longer dispute that.
 */
export async function voidYounger(
  { tx, member_no: member }: LockedAccount,
  mailbox: string,
): Promise<void> {
  await tx
    .updateTable('dispute_links')
    .set({ used_at: now })
    .where('member_no', '=', member)
    .where('used_at', 'is', null)
    .where(isMailbox('<>', mailbox))
    .where('happened_at', '>=', movedAway(member, mailbox))
    .execute()
}

const longest = (happened: Expression<Date>) =>
  sql<Date>`least(${fromNow('hours', VALID_HOURS)},
    ${happened} + make_interval(days => ${lit(REACH_DAYS)}))`

/**
 * Lets the older mailboxes dispute for as long as the one on file, which is about to get a link.
 * Otherwise, a thief's could outlast the owner's. They can't for longer than a dispute goes back.
 */
export async function prolongOlder({ tx, member_no: member, email }: LockedAccount): Promise<void> {
  await tx
    .updateTable('dispute_links')
    .set((eb) => ({
      expires_at: eb.fn<Date>('greatest', ['expires_at', longest(eb.ref('happened_at'))]),
    }))
    .where('member_no', '=', member)
    .where('kind', '=', lit('email_changed'))
    .where(isMailbox('<>', email))
    .where(works)
    .execute()
}

/** Records that the account went back to an older mailbox. Nobody gets a link to dispute this. */
export async function recordReturn({ tx, member_no: member, email }: LockedAccount): Promise<void> {
  await tx
    .insertInto('dispute_links')
    .values({
      hash: hashToken(newToken()),
      member_no: member,
      kind: 'email_changed',
      mailbox: email,
      before: email,
      used_at: now,
    })
    .execute()
}

/** The other mailboxes that can dispute something. */
export async function findDisputing({
  tx,
  member_no: member,
  email,
}: LockedAccount): Promise<string[]> {
  const rows = await tx
    .selectFrom('dispute_links')
    .select(({ ref }) => lower(ref('mailbox')).as('mailbox'))
    .distinct()
    .where('member_no', '=', member)
    .where(isMailbox('<>', email))
    .where(works)
    .execute()
  return rows.map(({ mailbox }) => mailbox)
}

/**
 * While a member is suspended, only the mailbox that had the account first can dispute, so that
 * staff can stop a thief's. The others can once the member is reinstated.
 */
export async function requireOldestIfSuspended(
  tx: Tx,
  member: number,
  mailbox: string,
): Promise<void> {
  const { suspended } = await tx
    .selectFrom('members')
    .select('suspended')
    .where('no', '=', member)
    .executeTakeFirstOrThrow()
  if (!suspended) return
  // An address that was on file for longer than the link before it worked counts as the first.
  const moves = subquery
    .selectFrom('dispute_links')
    .select(({ fn }) => [
      'mailbox',
      'happened_at',
      fn
        .agg<Date | null>('lag', ['expires_at'])
        .over((over) => over.orderBy('happened_at'))
        .as('previous_end'),
    ])
    .where('member_no', '=', member)
    .where('kind', '=', lit('email_changed'))
    .where('happened_at', '>', ago('days', REACH_DAYS))
    .as('move')
  const oldest = await tx
    .selectFrom(moves)
    .select('mailbox')
    .where((eb) =>
      eb.or([eb('previous_end', 'is', null), eb('previous_end', '<', eb.ref('happened_at'))]),
    )
    .orderBy('happened_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (oldest && oldest.mailbox.toLowerCase() !== mailbox.toLowerCase())
    throw reject('account_suspended')
}
