import { rateLimits } from '../../contract/fields/limits.ts'
import { looksLikeLink, looksReserved } from '../../contract/fields/misleading-names.ts'
import type { Db } from '../../db/types.ts'
import type { Context } from '../context.ts'
import { networkOf } from '../http/address.ts'
import { byAddress, byTyped } from '../http/limit-key.ts'
import type { RateLimiter } from '../http/rate-limit.ts'
import { reject } from '../../contract/refusals/reject.ts'
import { route, type Route } from '../http/route.ts'
import { registrationFloodEmail } from '../email/staff-emails.ts'
import { enqueueEmails } from '../email/outbox.ts'
import { findSponsor, isUsernameTaken } from '../auth/credentials.ts'
import { register } from './register.ts'
import { isWithin, mayEmailRegistration } from './registration-emails.ts'
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

export const registrationRoutes: Route[] = [
  route('register', async ({ context, body, limiter, address }) => {
    const network = networkOf(address)
    await limiter.count('registrationNetwork', byAddress(network))
    return await register(context, body, {
      network,
      countAll: () => countAll(context, limiter),
      // Guesses of a pending registration's password count like sign-ins.
      mayRepeat: () => isWithin(limiter, 'signInAccount', byTyped(body.username.toLowerCase())),
      mayEmail: () => mayEmailRegistration(limiter, { email: body.email, network, isFirst: true }),
    })
  }),
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
