import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { reject } from '../../contract/refusals/reject.ts'

// Argon2id, with the parameters in each hash, so we can raise them without a migration. We limit
// hashing: a few at a time, bounded queues behind them, and 503 beyond. Members and staff who
// confirm their identity within a session have their own queue, which goes first. So a flood of
// sign-ins can't keep them from withdrawing or changing their password.

const hash = promisify(argon2)
const costs = {
  full: { memory: 19_456, passes: 2 },
  /** Protects nothing. Only for automated tests, which create thousands of members. */
  low: { memory: 8, passes: 1 },
}
let cost: Cost = costs.full
const TAG_LENGTH = 32
const MAX_AT_ONCE = 2

type Lane = 'visitors' | 'members'
const maxWaiting: Record<Lane, number> = { visitors: 200, members: 100 }

let running = 0
const waiting: Record<Lane, (() => void)[]> = { visitors: [], members: [] }

async function inTurn<T>(lane: Lane, work: () => Promise<T>): Promise<T> {
  if (running >= MAX_AT_ONCE) {
    if (waiting[lane].length >= maxWaiting[lane]) {
      throw reject('overloaded', { retryAfterSeconds: 2 })
    }
    await new Promise<void>((resolve) => waiting[lane].push(resolve))
  } else {
    running++
  }
  try {
    return await work()
  } finally {
    const next = waiting.members.shift() ?? waiting.visitors.shift()
    if (next) next()
    else running--
  }
}

type Cost = { memory: number; passes: number }

/** Sets the cost of new hashes, and thus which stored ones are outdated. */
export function setHashCost(level: keyof typeof costs): void {
  cost = costs[level]
}

const derive = (lane: Lane, password: string, nonce: Buffer, cost: Cost): Promise<Buffer> => {
  // Normalize, so that the way a keyboard composes characters doesn't matter.
  const message = password.normalize('NFC')
  const parameters = { message, nonce, ...cost, parallelism: 1, tagLength: TAG_LENGTH }
  return inTurn(lane, () => hash('argon2id', parameters))
}

const write = (nonce: Buffer, tag: Buffer): string => {
  const parts = [nonce, tag].map((bytes) => bytes.toString('base64').replace(/=+$/, ''))
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=1$${parts.join('$')}`
}

async function hashIn(lane: Lane, password: string): Promise<string> {
  const nonce = randomBytes(16)
  return write(nonce, await derive(lane, password, nonce, cost))
}

/** The hash of a visitor's password with its parameters, in the PHC form. */
export const hashPassword = (password: string): Promise<string> => hashIn('visitors', password)

/** The same for a member or operator with a session, in their own queue. */
export const hashOwnPassword = (password: string): Promise<string> => hashIn('members', password)

/** A hash that matches no password, for an account whose owner must set a new one. */
export const hashOfNothing = (): string => write(randomBytes(16), randomBytes(TAG_LENGTH))

const phc = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=1\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

/** Whether a hash has a lower cost than we require today. */
export function isOutdated(stored: string): boolean {
  const [, memory = '', passes = ''] = phc.exec(stored) ?? []
  return Number(memory) < cost.memory || Number(passes) < cost.passes
}

// The hash to compare with when the name is unknown. It costs the same and never matches.
const hashOfNobody = (): string => write(Buffer.alloc(16), Buffer.alloc(TAG_LENGTH))

async function compareIn(lane: Lane, password: string, stored: string | null): Promise<boolean> {
  const match = phc.exec(stored ?? hashOfNobody())
  if (!match) throw new Error('a stored password hash is not readable')
  const [, memory = '', passes = '', nonce = '', tag = ''] = match
  const expected = Buffer.from(tag, 'base64')
  const parameters = { memory: Number(memory), passes: Number(passes) }
  const derived = await derive(lane, password, Buffer.from(nonce, 'base64'), parameters)
  return timingSafeEqual(derived, expected) && stored !== null
}

/** Whether the password matches the hash. Without a hash, it takes as long and returns false. */
export const isPassword = (password: string, stored: string | null): Promise<boolean> =>
  compareIn('visitors', password, stored)

/** The same for a member or operator with a session, in their own queue. */
export const isOwnPassword = (password: string, stored: string | null): Promise<boolean> =>
  compareIn('members', password, stored)
