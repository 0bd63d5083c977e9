import type { RateLimitName } from '../../contract/limits.ts'
import { byTyped, type LimitKey } from '../http/limit-key.ts'
import type { RateLimiter } from '../http/rate-limit.ts'
import { Rejection } from '../../contract/reject.ts'

/** Counts one more of something; false when there have been too many. */
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
 * Whether a mailbox may get one more email of registrations. One network uses up only a part of
 * what it may get in an hour, and one email is kept for a registration that has had none. So
 * entering somebody else's address can't keep them from registering.
 */
export async function mayMailRegistration(
  limiter: RateLimiter,
  { email, network, isFirst }: { email: string; network: string; isFirst: boolean },
): Promise<boolean> {
  const mailbox = email.toLowerCase()
  const fromHere = byTyped(`${mailbox} ${network}`)
  if (!(await isWithin(limiter, 'registrationMailNetwork', fromHere))) return false
  if (await isWithin(limiter, 'registrationMail', byTyped(mailbox))) return true
  return isFirst && (await isWithin(limiter, 'firstRegistrationMail', byTyped(mailbox)))
}
