import { createHmac, hash, randomBytes, randomInt } from 'node:crypto'
import { nowMs } from '../../../clock/clock.ts'

// Tokens that grant access on their own: 256 random bits, of which we store only the hash.

export const newToken = (): string => randomBytes(32).toString('base64url')

export const hashToken = (token: string): Buffer => hash('sha256', token, 'buffer')

/**
 * The refresh token that follows another, derived from it with our secret. So we can return the
 * same successor twice within the grace period although we store only its hash.
 */
export const successorOf = (secret: string, token: string): string =>
  createHmac('sha256', `refresh:${secret}`).update(token).digest('base64url')

const START = Date.UTC(2026, 0, 1)
/** No right clock is earlier. Before this version, sessions were counted from 1. */
const RELEASE = Date.UTC(2026, 10, 28) - START
const RANDOM_BITS = 18n

let last = 0n

/**
 * A number that no session or view has had before, even if the database has lost some: the time
 * above random bits. Tokens name it and outlive the database's loss of a session. It has up to 18
 * digits, and those of one process increase. While the clock is wrong, the time is random, too.
 */
export function newSessionNumber(): bigint {
  const random = BigInt(randomInt(2 ** Number(RANDOM_BITS)))
  const clock = nowMs() - START
  const ms = clock < RELEASE ? randomInt(RELEASE / 2, RELEASE) : clock
  const number = (BigInt(ms) << RANDOM_BITS) | random
  last = number > last ? number : last + 1n
  return last
}
