import { sql, type Expression } from 'kysely'
import { takeTurn } from '../../db/named-locks.ts'
import { ago, countAll, fromNow, lit, now, subquery } from '../../db/expressions.ts'
import { reject } from '../../contract/refusals/reject.ts'
import type { SecurityEvent } from '../../contract/subjects/auth.ts'
import type { Config } from '../config/config.ts'
import { readHoldMs, type HoldSetting } from '../pins/payout-hold.ts'
import { disputable } from '../email/email-templates.ts'
import { enqueueEmails } from '../email/outbox.ts'
import type { EmailContent } from '../email/template.ts'
import type { Db, Tx } from '../../db/types.ts'
import { HOUR_MS } from '../../domain/time/time.ts'
import { securityEmails, type EmailLimit } from '../email/email-limits.ts'
import type { LockedAccount } from './locked-account.ts'
import { hashToken, newToken } from './tokens/secret-token.ts'

/** Why payouts are held, as the activity names it. */
export type HoldingChange =
  | Extract<
      SecurityEvent,
      | 'email_changed'
      | 'password_changed'
      | 'password_reset'
      | 'wallet_changed'
      | 'totp_enabled'
      | 'totp_disabled'
      | 'passkey_added'
      | 'passkey_removed'
    >
  | 'disputed'

export type SecuritySettings = { holdMs: number; holdHours: number; publicUrl: string }

type SecurityConfig = HoldSetting & Pick<Config, 'publicUrl'>

export async function readSecuritySettings(
  db: Db | Tx,
  config: SecurityConfig,
): Promise<SecuritySettings> {
  const holdMs = await readHoldMs(db, config)
  return { holdMs, holdHours: Math.round(holdMs / HOUR_MS), publicUrl: config.publicUrl }
}

export async function recordSecurityChange(tx: Tx, member: number, kind: string): Promise<void> {
  await tx.insertInto('security_events').values({ member_no: member, kind }).execute()
}

/**
 * Records a security change and holds payouts: `hold_until` counts from now. Refuses a change that
 * was made too often in the last hour, since any dispute in it.
 */
export async function holdPayouts(
  { tx, member_no: member }: LockedAccount,
  { holdMs }: SecuritySettings,
  kind: HoldingChange,
): Promise<void> {
  await requireRare(tx, member, kind)
  await tx
    .updateTable('identities')
    .set((eb) => ({
      hold_until: eb.fn<Date>('greatest', ['hold_until', fromNow('secs', holdMs / 1000)]),
    }))
    .where('member_no', '=', member)
    .execute()
  await recordSecurityChange(tx, member, kind)
}

async function requireRare(tx: Tx, member: number, kind: HoldingChange): Promise<void> {
  const limit: EmailLimit | undefined = kind === 'disputed' ? undefined : securityEmails[kind]
  if (!limit || !('changesAnHour' in limit)) return
  const { count, retry_seconds } = await tx
    .selectFrom('security_events')
    .select((eb) => [countAll.as('count'), secondsUntil(eb.fn.min('at')).as('retry_seconds')])
    .where('member_no', '=', member)
    .where('kind', '=', kind)
    .where('at', '>', ago('hours', 1))
    // A thief's changes don't count against the owner, who needs to make the same ones afterward.
    .where((eb) => eb('at', '>', eb.fn.coalesce(lastDispute(member), sql<Date>`'-infinity'`)))
    .executeTakeFirstOrThrow()
  if (count >= limit.changesAnHour)
    throw reject('rate_limited', { retryAfterSeconds: retry_seconds ?? 1 })
}

const lastDispute = (member: number) =>
  subquery
    .selectFrom('security_events')
    .select(({ fn }) => fn.max<Date | null>('at').as('at'))
    .where('member_no', '=', member)
    .where('kind', '=', lit('disputed'))
    .$asScalar()

const secondsUntil = (first: Expression<Date>) =>
  sql<number | null>`ceil(extract(epoch from ${first} + interval '1 hour' - ${now}))::int`

type SecurityNotice = {
  tx: Tx
  member: number
  /** The mailbox that we notify. A dispute gives the account back to it. */
  to: string
  kind: SecurityEvent
  content: EmailContent
  /** The email or wallet address that was replaced. */
  before?: string | null
  /** Since when a replaced wallet address had been on file. */
  beforeSince?: Expression<Date | null> | null
}

/**
 * Since when a member's wallet address has been on file. Null is since the account exists, or for
 * as long as we keep these events.
 */
export const walletSince = (member: number) =>
  subquery
    .selectFrom('security_events')
    .select(({ fn }) => fn.max<Date | null>('at').as('at'))
    .where('member_no', '=', member)
    .where('kind', '=', lit('wallet_changed'))
    .$asScalar()

/** Whether a member has had fewer emails of a kind in the last hour than its limit. */
async function isBelowLimit(tx: Tx, member: number, kind: SecurityEvent): Promise<boolean> {
  const limit: EmailLimit = securityEmails[kind]
  if (!('emailsAnHour' in limit)) return true
  // One at a time, so that each counts the previous ones.
  await takeTurn(tx, 'security notices', member)
  const { count } = await tx
    .selectFrom('dispute_links')
    .select(countAll.as('count'))
    .where('member_no', '=', member)
    .where('kind', '=', kind)
    .where('happened_at', '>', ago('hours', 1))
    .executeTakeFirstOrThrow()
  return count < limit.emailsAnHour
}

/**
 * Emails a member about a security event, with the one link to dispute it. Sends nothing beyond the
 * limit of its kind.
 */
export async function notifyMember(
  { publicUrl }: Pick<SecuritySettings, 'publicUrl'>,
  { tx, member, to, kind, content, before = null, beforeSince = null }: SecurityNotice,
): Promise<void> {
  if (!(await isBelowLimit(tx, member, kind))) return
  const token = newToken()
  const { happened_at: at } = await tx
    .insertInto('dispute_links')
    .values({
      hash: hashToken(token),
      member_no: member,
      kind,
      mailbox: to,
      before,
      before_since: beforeSince,
    })
    .returning('happened_at')
    .executeTakeFirstOrThrow()
  const disputed = disputable(content, `${publicUrl}/not-me/${token}`, at)
  await enqueueEmails(tx, [{ to, kind: 'security', content: disputed }])
}

/** Records a security event that holds no payouts, and emails the member about it. */
export async function reportSecurityEvent(
  settings: Pick<SecuritySettings, 'publicUrl'>,
  notice: SecurityNotice,
): Promise<void> {
  await recordSecurityChange(notice.tx, notice.member, notice.kind)
  await notifyMember(settings, notice)
}

/**
 * Holds payouts after a security change, and emails the member about it.
 * @param contentOf takes the hours until payouts continue
 */
export async function reportSecurityChange(
  account: LockedAccount,
  config: SecurityConfig,
  kind: Exclude<HoldingChange, 'disputed'>,
  contentOf: (holdHours: number) => EmailContent,
): Promise<void> {
  const { tx, member_no: member, email: to } = account
  const settings = await readSecuritySettings(tx, config)
  await holdPayouts(account, settings, kind)
  const content = contentOf(settings.holdHours)
  await notifyMember(settings, { tx, member, to, kind, content })
}
