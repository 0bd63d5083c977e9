import { sql, type Expression } from 'kysely'
import { ago, countAll, fromNow, lit, now, subquery } from '../../db/expressions.ts'
import { reject } from '../../contract/refusals/reject.ts'
import type { SecurityEvent } from '../../contract/subjects/auth.ts'
import type { Config } from '../config/config.ts'
import { disputable } from '../email/email-templates.ts'
import { enqueueEmails } from '../email/outbox.ts'
import type { EmailContent } from '../email/template.ts'
import type { Tx } from '../../db/types.ts'
import type { LockedAccount } from './locked-account.ts'
import { hashToken, newToken } from './secret-token.ts'

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

export const securitySettings = ({ withdrawalHoldMs, publicUrl }: Config): SecuritySettings => ({
  holdMs: withdrawalHoldMs,
  holdHours: Math.round(withdrawalHoldMs / 3_600_000),
  publicUrl,
})

export async function recordSecurityChange(tx: Tx, member: number, kind: string): Promise<void> {
  await tx.insertInto('security_events').values({ member_no: member, kind }).execute()
}

/**
 * How often an account can do these in an hour. A thief could otherwise bury the email about a new
 * wallet address under others. What takes access away isn't limited.
 */
const MOST_AN_HOUR: { readonly [Kind in HoldingChange]?: number } = {
  password_changed: 5,
  passkey_added: 10,
  totp_enabled: 5,
}

/**
 * Records a security change and holds payouts: `hold_until` counts from now. Refuses a change that
 * was made too often in the last hour.
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
  const most = MOST_AN_HOUR[kind]
  if (most === undefined) return
  const { count, retry_seconds } = await tx
    .selectFrom('security_events')
    .select((eb) => [countAll.as('count'), secondsUntil(eb.fn.min('at')).as('retry_seconds')])
    .where('member_no', '=', member)
    .where('kind', '=', kind)
    .where('at', '>', ago('hours', 1))
    .executeTakeFirstOrThrow()
  if (count >= most) throw reject('rate_limited', { retryAfterSeconds: retry_seconds ?? 1 })
}

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

/** Emails a member about a security event, with the one link to dispute it. */
export async function notifyMember(
  { publicUrl }: Pick<SecuritySettings, 'publicUrl'>,
  { tx, member, to, kind, content, before = null, beforeSince = null }: SecurityNotice,
): Promise<void> {
  const token = newToken()
  await tx
    .insertInto('dispute_links')
    .values({
      hash: hashToken(token),
      member_no: member,
      kind,
      mailbox: to,
      before,
      before_since: beforeSince,
    })
    .execute()
  const disputed = disputable(content, `${publicUrl}/not-me/${token}`, new Date())
  await enqueueEmails(tx, [{ to, kind: 'security', content: disputed }])
}
