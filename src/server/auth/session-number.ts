import { randomInt } from 'node:crypto'

const START = Date.UTC(2026, 0, 1)
const RANDOM_BITS = 18n

let last = 0n

/**
 * A number that no session or view has had before, even if the database has lost some: the time
 * above random bits. Tokens name it and outlive the database's loss of a session. It has up to 18
 * digits, and those of one process increase.
 */
export function newSessionNumber(): bigint {
  const random = BigInt(randomInt(2 ** Number(RANDOM_BITS)))
  const number = (BigInt(Date.now() - START) << RANDOM_BITS) | random
  last = number > last ? number : last + 1n
  return last
}
