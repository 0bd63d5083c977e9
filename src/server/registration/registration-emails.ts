import type { RateLimitName } from '../../contract/fields/limits.ts'
import { byTyped, type LimitKey } from '../http/limit-key.ts'
import type { RateLimiter } from '../http/rate-limit.ts'
import { Rejection } from '../../contract/refusals/reject.ts'

/** Counts one more of a limited thing. False if the limit is reached. */
export async function isWithin(
  limiter: RateLimiter,
  name: RateLimitName,
  key: LimitKey,
): Promise<boolean> {
  try {
    await limiter.count(name, key)
    return true
  } catch (error) {
    if (error instanceof Rejection) return false
    throw error
  }
}

/**
 * Whether a mailbox may get one more registration email. One network can use only part of the
 * mailbox's hourly limit, and we reserve one email for a registration that has had none. So nobody
 * can block a registration by entering someone else's address.
 */
export async function mayEmailRegistration(
  limiter: RateLimiter,
  { email, network, isFirst }: { email: string; network: string; isFirst: boolean },
): Promise<boolean> {
  const mailbox = email.toLowerCase()
  const fromHere = byTyped(`${mailbox} ${network}`)
  if (!(await isWithin(limiter, 'registrationEmailNetwork', fromHere))) return false
  if (await isWithin(limiter, 'registrationEmail', byTyped(mailbox))) return true
  return isFirst && (await isWithin(limiter, 'firstRegistrationEmail', byTyped(mailbox)))
}
