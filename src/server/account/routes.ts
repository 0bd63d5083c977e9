import { requireFound } from '../../contract/refusals/reject.ts'
import type { FastifyReply } from 'fastify'
import { requireProof } from '../http/require-proof.ts'
import { byMember } from '../http/limit-key.ts'
import type { RateLimiter } from '../http/rate-limit.ts'
import { route, type Route } from '../http/route.ts'
import { withMinDuration } from '../auth/min-duration.ts'
import { hasSecondFactor } from '../auth/member-totp.ts'
import { readUser } from './queries.ts'
import { changePassword } from '../auth/recover-password.ts'
import { pageReferrals, readReferrals } from './referrals.ts'
import { updateAccount } from './update-account.ts'
import { answerText, text } from '../../contract/texts/texts.ts'
import { RECOVERY_FLOOR_MS, countMailbox } from './mailbox-routes.ts'

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

export const accountRoutes: Route[] = [
  route('getMe', async ({ context, member }) =>
    requireFound(await readUser(context.db, member.no, member.viewedBy)),
  ),
  route('listProfiles', async ({ context, member }) => ({
    user: requireFound(await readUser(context.db, member.no, member.viewedBy)),
  })),
  route('updateMe', async ({ context, member, body, limiter, reply }) => {
    const update = () =>
      updateAccount(context, member, body, {
        email: (email) => countNewEmail(limiter, member.no, email, reply),
        wallet: () => limiter.count('newWallet', byMember(member.no), reply),
        autoUpgrade: () => limiter.count('autoUpgrade', byMember(member.no), reply),
      })
    // An address that belongs to someone else takes less work, and timing must not reveal that.
    await (body.email === undefined ? update() : withMinDuration(RECOVERY_FLOOR_MS, update))
    return requireFound(await readUser(context.db, member.no))
  }),
  route('changePassword', async ({ context, member, body, limiter, reply }) => {
    // Password guesses share one count, wherever they are made.
    await limiter.count('stepUp', byMember(member.no), reply)
    // This call includes the current password. With a second factor, the member must step up
    // instead.
    if (await hasSecondFactor(context.db, member.no)) requireProof(member)
    await changePassword(context, member, body)
    return answerText(text('password_changed'))
  }),
  route('listReferrals', ({ context: { read }, member, query, request }) =>
    query.page === undefined && query.page_size === undefined
      ? readReferrals(read, member.no)
      : pageReferrals(read, member.no, query, request.url),
  ),
]
