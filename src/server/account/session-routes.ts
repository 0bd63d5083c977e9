import { rateLimits } from '../../contract/fields/limits.ts'
import { looksLikeLink, looksReserved } from '../../contract/fields/misleading-names.ts'
import type { Db } from '../../db/types.ts'
import type { Context } from '../context.ts'
import { networkOf } from '../http/address.ts'
import { authenticateMember, requireStepUp } from '../auth/caller.ts'
import { byAddress, byMember, byTyped } from '../http/limit-key.ts'
import type { RateLimiter } from '../http/rate-limit.ts'
import { reject, requireFound } from '../../contract/refusals/reject.ts'
import { route, type Route } from '../http/route.ts'
import { registrationFloodEmail } from '../email/email-templates.ts'
import { enqueueEmails } from '../email/outbox.ts'
import { deviceOf } from '../http/device-name.ts'
import { endSessions } from '../auth/end-sessions.ts'
import { confirmTotp, disableTotp, startTotp } from '../auth/member-totp.ts'
import { findSponsor, isUsernameTaken } from '../auth/credentials.ts'
import { readUser } from './queries.ts'
import { register } from '../registration/register.ts'
import { isWithin, mayEmailRegistration } from '../registration/registration-emails.ts'
import { securitySettings } from '../auth/security-change.ts'
import { readSecurity } from '../auth/security-state.ts'
import * as sessions from '../auth/sessions.ts'
import { signIn } from '../auth/sign-in.ts'
import { proveMember } from '../auth/step-up.ts'
import { answerText, text } from '../../contract/texts/texts.ts'

async function isAvailable(db: Db, username: string): Promise<boolean> {
  if (looksReserved(username) || looksLikeLink(username)) return false
  return !(await isUsernameTaken(db, username))
}

const everyone = byTyped('everyone')

/**
 * Counts a registration toward the hourly limit for all. Refuses above it and notifies staff once.
 */
async function countAll({ db, config }: Context, limiter: RateLimiter): Promise<void> {
  if (await isWithin(limiter, 'registrationsOfAll', everyone)) return
  if (await isWithin(limiter, 'registrationAlert', everyone)) {
    const content = registrationFloodEmail(rateLimits.registrationsOfAll.most)
    const email = { to: config.alertEmail, kind: 'security' as const, content }
    await db.transaction().execute((tx) => enqueueEmails(tx, [email]))
  }
  throw reject('rate_limited', { retryAfterSeconds: rateLimits.registrationsOfAll.seconds })
}

const signInRoutes: Route[] = [
  route('register', async ({ context, body, limiter, address }) => {
    const network = networkOf(address)
    await limiter.count('registrationNetwork', byAddress(network))
    return await register(context, body, {
      network,
      countAll: () => countAll(context, limiter),
      mayEmail: () => mayEmailRegistration(limiter, { email: body.email, network, isFirst: true }),
    })
  }),
  route('login', async ({ context, body, request, reply, limiter, log }) => {
    const { tokens, member } = await signIn(context, body, {
      device: deviceOf(request),
      log,
      countAccount: (key) => limiter.count('signInAccount', key, reply),
    })
    return { ...tokens, user: requireFound(await readUser(context.db, member)) }
  }),
  route('logout', async ({ context, body }) => {
    const refresh = body?.refresh
    if (typeof refresh === 'string') await sessions.endSessionOf(context.db, refresh)
    return answerText(text('logged_out'))
  }),
  route('refreshToken', ({ context: { db, config }, body }) =>
    sessions.refreshSession(db, config, body.refresh),
  ),
  route('verifyToken', async ({ context: { db, config }, body }) => {
    await authenticateMember(db, config.authSecret, body.token)
    return {}
  }),
]

const checkRoutes: Route[] = [
  route('checkUsername', async ({ context, query }) => {
    const available = await isAvailable(context.db, query.username)
    const said = text(available ? 'username_available' : 'username_taken')
    return { available, ...answerText(said) }
  }),
  route('checkEmail', () =>
    Promise.resolve({ available: true, ...answerText(text('email_usable')) }),
  ),
  route('checkReferral', async ({ context, query }) => {
    const sponsor = await findSponsor(context.db, query.code)
    return { valid: sponsor !== undefined, sponsor: sponsor?.username ?? null }
  }),
]

const ownSessionRoutes: Route[] = [
  route('stepUp', async ({ context, member, body, limiter, reply }) => {
    await limiter.count('stepUp', byMember(member.no), reply)
    return await proveMember(context, member, body)
  }),
  route('startTotp', ({ context: { db, config }, member }) => {
    requireStepUp(member)
    return startTotp(db, config.authSecret, member)
  }),
  route('confirmTotp', async ({ context: { db, config }, member, body, limiter, reply }) => {
    await limiter.count('secondFactor', byMember(member.no), reply)
    const settings = { ...securitySettings(config), authSecret: config.authSecret }
    await confirmTotp(db, settings, member, body.code)
    return answerText(text('totp_set_up'))
  }),
  route('disableTotp', async ({ context: { db, config }, member }) => {
    requireStepUp(member)
    await disableTotp(db, securitySettings(config), member)
    return answerText(text('totp_removed'))
  }),
  route('getSecurity', async ({ context: { db, config }, member }) =>
    requireFound(await readSecurity(db, securitySettings(config), member.no)),
  ),
  route('listSessions', ({ context, member }) =>
    sessions.listSessions(context.db, member.no, member.session),
  ),
  route('endSession', async ({ context, member, params }) => {
    await sessions.endOwnSession(context.db, member.no, BigInt(params.id))
    return answerText(text('session_ended'))
  }),
  route('endOtherSessions', async ({ context, member }) => {
    await endSessions(context.db, member.no, member.session)
    return answerText(text('other_sessions_ended'))
  }),
]

export const sessionRoutes: Route[] = [...signInRoutes, ...checkRoutes, ...ownSessionRoutes]
