import type { FastifyReply } from 'fastify'
import { networkOf } from '../http/address.ts'
import { byTyped } from '../http/limit-key.ts'
import type { RateLimiter } from '../http/rate-limit.ts'
import { route, type Route } from '../http/route.ts'
import { disputeEvent, showDispute } from '../auth/disputes/dispute.ts'
import { withMinDuration } from '../auth/min-duration.ts'
import { requestReset, resetPassword } from '../auth/recover-password.ts'
import { mayEmailRegistration } from '../registration/registration-emails.ts'
import { confirmEmail, resendVerification, verifyEmail } from '../registration/verify-email.ts'
import { Rejection } from '../../contract/refusals/reject.ts'
import { answerText, text } from '../../contract/texts/texts.ts'

// Longer than the work for a known address ever takes.
export const RECOVERY_FLOOR_MS = 60

// Limits emails per mailbox, known or not, so that many callers can't flood one together. Each kind
// of email has its own count, so that strangers can't use up the owner's password resets.
export const countMailbox = (
  limiter: RateLimiter,
  name: 'mailbox' | 'newMailbox',
  email: string,
  reply: FastifyReply,
): Promise<void> => limiter.count(name, byTyped(email.toLowerCase()), reply)

/**
 * The same for links to set a password. One network can use only a part of the limit. A stranger
 * may have used it up, but what we emailed still works, and the refusal tells where to look.
 */
async function countReset(
  limiter: RateLimiter,
  { email, address }: { email: string; address: string },
  reply: FastifyReply,
): Promise<void> {
  try {
    const fromHere = byTyped(`${email.toLowerCase()} ${networkOf(address)}`)
    await limiter.count('mailboxNetwork', fromHere, reply)
    await countMailbox(limiter, 'mailbox', email, reply)
  } catch (error) {
    if (!(error instanceof Rejection)) throw error
    throw new Rejection(error.code, text('recovery_limit'), error.details)
  }
}

export const mailboxRoutes: Route[] = [
  route('forgotPassword', async ({ context, body: { email }, limiter, address, reply }) => {
    const { db, config } = context
    await countReset(limiter, { email, address }, reply)
    await withMinDuration(RECOVERY_FLOOR_MS, () => requestReset(db, config.publicUrl, email))
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
  route('dispute', async ({ context, params, request }) => {
    const { member, remaining } = await disputeEvent(context, params.token)
    request.log.info({ member }, 'account disputed')
    const { passkeys, second_factor: hasFactor } = remaining
    const mustCheck = passkeys > 0 || hasFactor
    return {
      ...answerText(text(mustCheck ? 'account_secured_check' : 'account_secured')),
      ...remaining,
    }
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
