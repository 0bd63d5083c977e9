import { rejectField, requireFound } from '../../contract/refusals/reject.ts'
import type { FastifyReply } from 'fastify'
import { networkOf } from '../http/address.ts'
import { requireStepUp } from '../auth/caller.ts'
import { byMember, byTyped } from '../http/limit-key.ts'
import type { RateLimiter } from '../http/rate-limit.ts'
import { route, type Route } from '../http/route.ts'
import { pageActivity, readRecentActivity } from '../history/activity.ts'
import { readBoard } from '../history/board.ts'
import { disputeEvent, showDispute } from '../auth/dispute.ts'
import { readEarnings } from '../history/earnings.ts'
import { withMinDuration } from '../auth/min-duration.ts'
import { explainRewards } from '../history/explain-rewards.ts'
import { hasSecondFactor } from '../auth/member-totp.ts'
import { readUser } from './queries.ts'
import { changePassword, requestReset, resetPassword } from '../auth/recover-password.ts'
import { pageReferrals, readReferrals } from './referrals.ts'
import { sendStatement } from '../history/render-statement.ts'
import { securitySettings } from '../auth/security-change.ts'
import { mayEmailRegistration } from '../registration/registration-emails.ts'
import { sessionRoutes } from './session-routes.ts'
import { readStatement } from '../history/statement.ts'
import { updateAccount } from './update-account.ts'
import { confirmEmail, resendVerification, verifyEmail } from '../registration/verify-email.ts'
import { answerText, text } from '../../contract/texts/texts.ts'

// Long enough to always fit the work for a known address.
const RECOVERY_FLOOR_MS = 60

// Limits emails per mailbox, known or not, so that many callers can't flood one together. Each kind
// of email has its own count, so that strangers can't use up the owner's password resets.
const countMailbox = (
  limiter: RateLimiter,
  name: 'mailbox' | 'newMailbox',
  email: string,
  reply: FastifyReply,
): Promise<void> => limiter.count(name, byTyped(email.toLowerCase()), reply)

// Also limits how many mailboxes one member can send to.
async function countNewEmail(
  limiter: RateLimiter,
  member: number,
  email: string,
  reply: FastifyReply,
): Promise<void> {
  await limiter.count('newEmail', byMember(member), reply)
  await countMailbox(limiter, 'newMailbox', email, reply)
}

const ownAccountRoutes: Route[] = [
  route('getMe', async ({ context, member }) =>
    requireFound(await readUser(context.db, member.no, member.viewedBy)),
  ),
  route('listProfiles', async ({ context, member }) => ({
    user: requireFound(await readUser(context.db, member.no, member.viewedBy)),
  })),
  route('updateMe', async ({ context, member, body, limiter, reply }) => {
    const update = () =>
      updateAccount(context, member, body, (email) =>
        countNewEmail(limiter, member.no, email, reply),
      )
    // An address that belongs to someone else takes less work, and timing must not reveal that.
    await (body.email === undefined ? update() : withMinDuration(RECOVERY_FLOOR_MS, update))
    return requireFound(await readUser(context.db, member.no))
  }),
  route('changePassword', async ({ context, member, body, limiter, reply }) => {
    // Password guesses share one count, wherever they are made.
    await limiter.count('stepUp', byMember(member.no), reply)
    // This call includes the current password. With a second factor, the member must step up
    // instead.
    if (await hasSecondFactor(context.db, member.no)) requireStepUp(member)
    await changePassword(context.db, securitySettings(context.config), member, body)
    return answerText(text('password_changed'))
  }),
  route('listRecentActivity', ({ context, member }) => readRecentActivity(context.db, member.no)),
  route('listActivity', ({ context: { read }, member, query, request }) =>
    pageActivity(read, member.no, query, request.url),
  ),
  route('explainRewards', async ({ context: { read }, member, query }) =>
    requireFound(await explainRewards(read, member.no, query.profile_id), 'profile_not_found'),
  ),
  route('getEarnings', ({ context: { read }, member, query }) =>
    readEarnings(read, member.no, query),
  ),
  route('getBoard', async ({ context: { read }, member, params }) =>
    requireFound(await readBoard(read, member.no, params.id), 'profile_not_found'),
  ),
  route('getStatement', async ({ context: { read }, member, query, reply }) => {
    const { format = 'json' } = query
    const statement = await readStatement(read, member, query)
    if (!statement) throw rejectField('from', text('period_too_full'))
    return format === 'json' ? statement : sendStatement(reply, statement, format)
  }),
  route('listReferrals', ({ context: { read }, member, query, request }) =>
    query.page === undefined && query.page_size === undefined
      ? readReferrals(read, member.no)
      : pageReferrals(read, member.no, query, request.url),
  ),
]

const mailboxRoutes: Route[] = [
  route('forgotPassword', async ({ context, body, limiter, reply }) => {
    const { db, config } = context
    await countMailbox(limiter, 'mailbox', body.email, reply)
    await withMinDuration(RECOVERY_FLOOR_MS, () => requestReset(db, config.publicUrl, body.email))
    return answerText(text('recovery_sent'))
  }),
  route('resetPassword', async ({ context, body }) => {
    await resetPassword(context, body)
    return answerText(text('password_set'))
  }),
  route('verifyEmail', async ({ context, params, request }) =>
    verifyEmail(context, params.token, { look: request.method === 'HEAD' }),
  ),
  route('confirmEmail', async ({ context, params }) => await confirmEmail(context, params.token)),
  route('getDispute', ({ context: { db }, params }) => showDispute(db, params.token)),
  route('dispute', async ({ context, params }) => {
    await disputeEvent(context, params.token)
    return answerText(text('account_secured'))
  }),
  route('resendVerification', async ({ context, body: { email }, limiter, address }) => {
    const { db, config } = context
    const network = networkOf(address)
    const mayEmail = (isFirst: boolean) =>
      mayEmailRegistration(limiter, { email, network, isFirst })
    const asking = { email, network, mayEmail }
    await withMinDuration(RECOVERY_FLOOR_MS, () => resendVerification(db, config.publicUrl, asking))
    return answerText(text('verification_sent'))
  }),
]

export const accountRoutes: Route[] = [...sessionRoutes, ...ownAccountRoutes, ...mailboxRoutes]
