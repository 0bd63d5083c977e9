import { randomBytes } from 'node:crypto'
import type { Db } from '../../db/types.ts'
import { hashPassword } from '../passwords/password.ts'
import { seal, unseal } from '../auth/sealed.ts'
import type { Config } from '../config/config.ts'

// When two admins add an operator, the first password comes in two halves. The requester sees one
// and the approver the other, each once. Only the new operator has both, so no admin can sign in as
// the second person they created.

/** 96 bits in 16 characters: enough even against someone who knows the other half. */
const HALF_BYTES = 12

const newHalf = (): string => randomBytes(HALF_BYTES).toString('base64url')

type Sealed = { half: string; sealed: Buffer }

/**
 * The requester's half, and its sealed form until the decision. A copy of the database alone can't
 * open it.
 */
export function newFirstHalf({ authSecret }: Config): Sealed {
  const half = newHalf()
  return { half, sealed: seal(authSecret, Buffer.from(half)) }
}

export type SecondHalf = { half: string; passwordHash: string }

/**
 * The approver's half, and the hash of the whole password. Null if the change needs none, or if its
 * first half was sealed with a secret that this server doesn't have.
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
