import { sql } from 'kysely'
import { now, ago, lower } from '../../db/expressions.ts'
import type { Db, Tx } from '../../db/types.ts'
import { reject, type Rejection } from '../../contract/refusals/reject.ts'
import type { Context } from '../context.ts'
import { alreadyRegisteredEmail } from '../email/email-templates.ts'
import { enqueueEmails } from '../email/outbox.ts'
import { completeRegistration } from './complete-registration.ts'
import { changeCredentials } from '../auth/locked-account.ts'
import { findEmailToken, markUsed } from '../auth/tokens/email-tokens.ts'
import { findByEmail } from '../auth/credentials.ts'
import { findWaiting, emailVerification, prolongRegistration } from './registrations.ts'
import { readSecuritySettings } from '../auth/security-change.ts'
import { changeAddress } from './change-address.ts'
import { answerText, text } from '../../contract/texts/texts.ts'

const RESEND_HOURS = 24

type Settings = Pick<Context, 'db' | 'book' | 'config'>

const verified = answerText(text('email_verified'))
const changed = answerText(text('email_replaced'))
const toConfirm = answerText(text('confirm_new_email'))

/** What following a link did, or for a new address of a member would do. */
export type Followed = ReturnType<typeof answerText> & { new_email?: string }

/**
 * Follows the link of a verification email. For a registration, it creates the member unless the
 * caller only wants a preview. For a member's new address it only shows what the link does, because
 * mail scanners follow links too.
 */
export async function verifyEmail(
  context: Settings,
  token: string,
  { look }: { look: boolean },
): Promise<Followed> {
  const { db } = context
  const found = await findEmailToken(db, token, ['verify', 'email'])
  if (!found) throw reject('invalid_token')
  if (found.purpose === 'email') {
    return found.used ? changed : { ...toConfirm, new_email: found.email }
  }
  if (found.used || look) return verified
  if (found.registration_no) await completeRegistration(context, found.registration_no)
  else if (found.member_no) await markVerified(db, found.member_no, found.email)
  return verified
}

// For a member whose address staff asked to be verified again. The link proves only the mailbox
// that received it, not one that the member has switched to since.
async function markVerified(db: Db, member: number, email: string): Promise<void> {
  await db
    .updateTable('identities')
    .set({ verified_at: now })
    .where('member_no', '=', member)
    .where((eb) => eb(lower(eb.ref('email')), '=', lower(email)))
    .where('verified_at', 'is', null)
    .execute()
}

/** Does what a verification email's link offers, once someone has confirmed it. */
export async function confirmEmail(context: Settings, token: string): Promise<Followed> {
  const { db, config } = context
  const found = await findEmailToken(db, token, ['verify', 'email'])
  if (!found) throw reject('invalid_token')
  if (found.purpose === 'verify') return await verifyEmail(context, token, { look: false })
  if (found.used) return changed
  const by = { call: 'confirmEmail', claim: { link: token, purpose: 'email' } } as const
  const member = found.member_no ?? 0
  try {
    await changeCredentials(db, member, by, async (account) => {
      await markUsed(account.tx, token)
      const settings = await readSecuritySettings(account.tx, config)
      await changeAddress(account, settings, found.email)
    })
  } catch (error) {
    // If someone pressed the button twice, the other call may have changed it meanwhile.
    const again = await findEmailToken(db, token, ['email'])
    if (!again?.used) throw error
  }
  return changed
}

/** The caller who asks for another email, and whether the mailbox may get one. */
export type Asking = {
  email: string
  network: string
  mayEmail: (isFirst: boolean) => Promise<boolean>
}

/**
 * Sends the verification email again. A network may ask once in 24 hours per address, known or not,
 * and its answer depends on nobody else's requests. A registration gets one more email in 24 hours.
 */
export async function resendVerification(
  db: Db,
  publicUrl: string,
  { email, network, mayEmail }: Asking,
): Promise<void> {
  const refusal = await findRefusal(db, email, network)
  if (refusal) throw refusal
  const waiting = await findWaiting(db, { email, network }, RESEND_HOURS)
  const isAllowed = waiting?.may_be_emailed && (await mayEmail(!waiting.emailed))
  // In one transaction, so that a request counts only if its email is stored.
  await db.transaction().execute(async (tx) => {
    await recordResend(tx, email, network)
    if (!isAllowed) return
    const pending = await prolongRegistration(tx, waiting.no, RESEND_HOURS)
    if (!pending) return
    const owner = await findByEmail(tx, email)
    if (!owner) return await emailVerification(tx, publicUrl, pending)
    const content = alreadyRegisteredEmail(owner, publicUrl)
    await enqueueEmails(tx, [{ to: owner.email, kind: 'security', content }])
  })
}

/** Refuses if another request came first. */
async function recordResend(tx: Tx, email: string, network: string): Promise<void> {
  const rows = await tx
    .insertInto('verification_resends')
    .values({ email: lower(email), network, at: now })
    .onConflict((conflict) =>
      conflict
        .columns(['email', 'network'])
        .doUpdateSet({ at: now })
        .where('verification_resends.at', '<=', ago('hours', RESEND_HOURS)),
    )
    .returning('at')
    .execute()
  const refusal = rows.length === 0 && (await findRefusal(tx, email, network))
  if (refusal) throw refusal
}

/** Why a network can't ask again for an address yet; undefined if it can. */
async function findRefusal(
  db: Db | Tx,
  email: string,
  network: string,
): Promise<Rejection | undefined> {
  const row = await db
    .selectFrom('verification_resends')
    .select((eb) => {
      const next = sql<Date>`${eb.ref('at')} + make_interval(hours => ${RESEND_HOURS})`
      return [
        next.as('next'),
        sql<number>`ceil(extract(epoch from ${next} - now()))::int`.as('seconds'),
      ]
    })
    .where('email', '=', lower(email))
    .where('network', '=', network)
    .where('at', '>', ago('hours', RESEND_HOURS))
    .executeTakeFirst()
  if (!row) return undefined
  return reject('resend_too_soon', {
    retryAfterSeconds: Math.max(1, row.seconds),
    members: { next_allowed_at: row.next.toISOString() },
  })
}
