import { randomBytes } from 'node:crypto'
import type { Db } from '../../db/types.ts'
import { hashPassword } from '../passwords/password.ts'
import { seal, unseal } from '../auth/sealed.ts'
import type { Config } from '../config/config.ts'

// The first password of an operator whom two admins let in comes in two halves: who asks is shown
// one, who approves the other, each once. Nobody but the new operator has both, and so no admin
// can sign in as the second person whom they have made.

/** 96 bits in 16 characters: enough on its own against someone who knows the other half. */
const halfBytes = 12

const newHalf = (): string => randomBytes(halfBytes).toString('base64url')

type Sealed = { half: string; sealed: Buffer }

/** The half for who asks, and how it waits for the decision: no copy of the database opens it. */
export function newFirstHalf({ authSecret }: Config): Sealed {
  const half = newHalf()
  return { half, sealed: seal(authSecret, Buffer.from(half)) }
}

export type SecondHalf = { half: string; passwordHash: string }

/**
 * The half for who approves, and the hash of the whole. Null when the change waits for none, and
 * when its first half was sealed under a secret that this server does not have.
 */
export async function completePassword(
  db: Db,
  { authSecret }: Config,
  no: bigint,
): Promise<SecondHalf | null> {
  const row = await db
    .selectFrom('access_changes')
    .select('sealed_half')
    .where('no', '=', no)
    .executeTakeFirst()
  const first = row?.sealed_half ? readHalf(authSecret, row.sealed_half) : null
  if (first === null) return null
  const half = newHalf()
  return { half, passwordHash: await hashPassword(first + half) }
}

function readHalf(authSecret: string, sealed: Buffer): string | null {
  try {
    return unseal(authSecret, sealed).toString()
  } catch {
    return null
  }
}
