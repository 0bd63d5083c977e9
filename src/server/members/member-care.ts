import { HOUSE } from '../../domain/ledger/state.ts'
import { takeTurn } from '../../db/named-locks.ts'
import type { Tx } from '../../db/types.ts'
import { sql } from 'kysely'
import { countAll, ago, lit } from '../../db/expressions.ts'
import { issueEmailToken } from '../auth/tokens/email-tokens.ts'
import { endPrepared, lockAccount } from '../auth/locked-account.ts'
import type { Context } from '../context.ts'
import { reject } from '../../contract/refusals/reject.ts'
import { byMember } from '../http/limit-key.ts'
import { countDone } from '../http/rate-limit.ts'
import { resetEmail, verificationEmail } from '../email/email-templates.ts'
import { enqueueEmails } from '../email/outbox.ts'
import { audit, type By } from '../audit/audit.ts'
import { requireMember } from './require-member.ts'

// Staff's actions for a member. The audit log records each of them.

/**
 * Ends every session of a member, and anything an intruder may have prepared in one. That includes
 * links to set a password, so one operator must not be able to do it all the time.
 */
export async function endMemberSessions(
  { db, config }: Pick<Context, 'db' | 'config'>,
  member: number,
  reason: string,
  by: By,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await requireMember(tx, member)
    await countDone(tx, config, 'endedSessions', byMember(member))
    await endPrepared(await lockAccount(tx, member, 'staff'))
    await audit(tx, [{ ...by, action: 'end sessions', object: `member ${member}`, reason }])
  })
}

/** Sends the verification or password email again, only to the address on file. */
export async function resendEmail(
  { db, config, log }: Context,
  member: number,
  about: 'verification' | 'password',
  by: By,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const person = await requireMember(tx, member)
    const { email, verified_at: verified } = person
    if (member === HOUSE) throw reject('not_found')
    if (about === 'verification' && verified) throw reject('already_verified')
    if (config.rateLimits) await limitResent(tx, member)
    const purpose = about === 'verification' ? 'verify' : 'reset'
    const token = await issueEmailToken(tx, purpose, { member, email })
    const write = about === 'verification' ? verificationEmail : resetEmail
    const kind = about === 'verification' ? 'verification' : 'recovery'
    const content = write(person, config.publicUrl, token)
    await enqueueEmails(tx, [{ to: email, kind, content }])
    await audit(tx, [{ ...by, action: `resend ${about} email`, object: `member ${member}` }])
  })
  log.info({ member, about, operator: by.operator }, 'email sent again')
}

const MAX_RESENDS_PER_DAY = 5

/** Keeps staff from flooding a mailbox: one email a minute, five a day. */
async function limitResent(tx: Tx, member: number): Promise<void> {
  // One at a time, so that each call counts the previous one.
  await takeTurn(tx, 'resend email', member)
  const rows = await tx
    .selectFrom('audit_entries')
    .select(({ fn, ref }) => [
      countAll.as('count'),
      sql<number | null>`extract(epoch from now() - ${fn.max(ref('at'))})::int`.as('seconds'),
    ])
    .where('object', '=', `member ${member}`)
    .where('at', '>', ago('days', 1))
    .where('action', 'in', [lit('resend verification email'), lit('resend password email')])
    .execute()
  const { count = 0, seconds = null } = rows[0] ?? {}
  if (count >= MAX_RESENDS_PER_DAY) throw reject('rate_limited', { retryAfterSeconds: 3600 })
  if (seconds !== null && seconds < 60) {
    throw reject('rate_limited', { retryAfterSeconds: 60 - seconds })
  }
}
