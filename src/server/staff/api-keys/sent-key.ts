import { nowMs } from '../../../clock/clock.ts'
import type { IncomingHttpHeaders } from 'node:http'
import type { Endpoint } from '../../../contract/endpoint.ts'
import { isNeverOfKeys } from '../../../contract/for-people.ts'
import { reject } from '../../../contract/refusals/reject.ts'
import { lit, now } from '../../../db/expressions.ts'
import type { Db } from '../../../db/types.ts'
import { hashToken, newToken } from '../../auth/tokens/secret-token.ts'
import type { Operator } from '../../http/route.ts'
import { requireRole } from '../operator-session.ts'

// Staff's own programs send a key instead of the cookie. Browsers never send it on their own, so it
// needs no Origin. It identifies no person, so it can't do anything that needs a step-up.

/** A new key, and the hash that we store of it. */
export function newKey(): { secret: string; hash: Buffer } {
  const secret = `tfk_${newToken()}`
  return { secret, hash: hashToken(secret) }
}

/** The key that a request sends as its bearer token; null without one. */
export function sentKey({ authorization = '' }: IncomingHttpHeaders): string | null {
  return /^bearer (tfk_[\w-]{1,100})$/i.exec(authorization)?.[1] ?? null
}

const SEEN_INTERVAL_MS = 60_000

/**
 * The key as an operator, if it has the role that the call needs. Otherwise refuses. A key works
 * only as long as the operator who added it is an admin.
 */
export async function authenticateKey(db: Db, endpoint: Endpoint, key: string): Promise<Operator> {
  if (isNeverOfKeys(endpoint)) throw reject('not_authenticated')
  const found = await db
    .selectFrom('api_keys')
    .innerJoin('operators', 'operators.username', 'api_keys.created_by')
    .select(['api_keys.no', 'api_keys.name', 'api_keys.role', 'api_keys.last_used_at'])
    .select('api_keys.created_by')
    .where('api_keys.hash', '=', hashToken(key))
    .where('api_keys.revoked_at', 'is', null)
    .where('api_keys.expires_at', '>', now)
    .where('operators.role', '=', lit('admin'))
    .where('operators.disabled_at', 'is', null)
    .executeTakeFirst()
  if (!found) throw reject('token_invalid')
  const { no, name, role, last_used_at: usedAt, created_by: operator } = found
  // The database's clock may have been set back since.
  if (usedAt === null || Math.abs(nowMs() - usedAt.getTime()) > SEEN_INTERVAL_MS) {
    await db.updateTable('api_keys').set({ last_used_at: now }).where('no', '=', no).execute()
  }
  requireRole(role, endpoint)
  if (endpoint.stepUp) throw reject('step_up_required')
  // No operator's name has a colon, and this date makes every step-up expired.
  const person = { totpEnrolled: false, passkeys: 0, mustChangePassword: false, session: 0n }
  const authority = { operator, key: String(no) }
  return { username: `key:${name}`, role, ...person, authority, provedUntil: new Date(0) }
}
