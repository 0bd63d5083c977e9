import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { refuse } from '../http/refusal.ts'

// Argon2id with its parameters in each hash, so that they can be raised without a migration.
// Hashing is bounded: a few at a time, a bounded queue behind them, and 503 beyond it.

const hash = promisify(argon2)
const memoryKib = 19_456
const passes = 2
const tagLength = 32
const maxAtOnce = 2
const maxWaiting = 200

let running = 0
const waiting: (() => void)[] = []

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= maxAtOnce) {
    if (waiting.length >= maxWaiting) throw refuse('overloaded', { retryAfterSeconds: 2 })
    await new Promise<void>((resolve) => waiting.push(resolve))
  } else {
    running++
  }
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}

const derive = (password: string, nonce: Buffer, memory: number, cost: number): Promise<Buffer> => {
  // One text, however the keyboard composed its characters.
  const message = password.normalize('NFC')
  const parameters = { message, nonce, memory, passes: cost, parallelism: 1, tagLength }
  return inTurn(() => hash('argon2id', parameters))
}

/** The hash of a password with its parameters, in the PHC form. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16)
  const tag = await derive(password, nonce, memoryKib, passes)
  const parts = [nonce, tag].map((bytes) => bytes.toString('base64').replace(/=+$/, ''))
  return `$argon2id$v=19$m=${memoryKib},t=${passes},p=1$${parts.join('$')}`
}

const phc = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=1\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

/** Whether a hash was made with less work than we ask for today. */
export function isOutdated(stored: string): boolean {
  const [, memory = '', cost = ''] = phc.exec(stored) ?? []
  return Number(memory) < memoryKib || Number(cost) < passes
}

// What is compared when there is nobody of that name: the same work, and never a match.
const nobody = `$argon2id$v=19$m=${memoryKib},t=${passes},p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`

/** Whether the password is the hashed one. Without a hash it takes as long and answers false. */
export async function isPassword(password: string, stored: string | null): Promise<boolean> {
  const match = phc.exec(stored ?? nobody)
  if (!match) throw new Error('a stored password hash is not readable')
  const [, memory = '', cost = '', nonce = '', tag = ''] = match
  const expected = Buffer.from(tag, 'base64')
  const derived = await derive(password, Buffer.from(nonce, 'base64'), Number(memory), Number(cost))
  return timingSafeEqual(derived, expected) && stored !== null
}
