import { fromNow, now } from '../../../db/expressions.ts'
import { errors, jwtVerify, SignJWT } from 'jose'
import { nowMs } from '../../../clock/clock.ts'
import { compileOnce, type Given } from '../../../db/compiled.ts'
import type { Db, Tx } from '../../../db/types.ts'
import { reject } from '../../../contract/refusals/reject.ts'
import type { Member } from '../../http/route.ts'
import { newSessionNumber } from './secret-token.ts'

// Tokens that let staff view the product as a member. They have their own type and signing key, and
// only calls that read accept them.

const TYPE = 'view+jwt'
const AUDIENCE = 'twofold:view'
const ISSUER = 'twofold'
const VIEW_MINUTES = 15

type Claims = { member: number; view: bigint }

const keyOf = (secret: string): Uint8Array => new TextEncoder().encode(`view:${secret}`)

export function signViewToken(secret: string, { member, view }: Claims): Promise<string> {
  const seconds = Math.floor(nowMs() / 1000)
  return new SignJWT({ vid: view.toString() })
    .setProtectedHeader({ alg: 'HS256', typ: TYPE })
    .setSubject(String(member))
    .setIssuer(ISSUER)
    .setAudience(AUDIENCE)
    .setIssuedAt(seconds)
    .setExpirationTime(seconds + VIEW_MINUTES * 60)
    .sign(keyOf(secret))
}

/** Whether a token claims to be of this type. The claim is not verified yet. */
export function isViewToken(token: string): boolean {
  const [head = ''] = token.split('.')
  try {
    const header: unknown = JSON.parse(Buffer.from(head, 'base64url').toString())
    return typeof header === 'object' && header !== null && 'typ' in header && header.typ === TYPE
  } catch {
    return false
  }
}

type Viewing = {
  readonly member: number
  readonly reason: string
  readonly by: { readonly operator: string; readonly session: bigint }
}

/** Stores a view that begins now. @returns its number and its end */
export const insertView = (tx: Tx, { member, reason, by }: Viewing) =>
  tx
    .insertInto('member_views')
    .values({
      no: newSessionNumber(),
      member_no: member,
      operator: by.operator,
      operator_session: by.session,
      reason,
      ends_at: fromNow('mins', VIEW_MINUTES),
    })
    .returning(['no', 'ends_at'])
    .executeTakeFirstOrThrow()

const findView = compileOnce((db, { view, member }: Given<{ view: bigint; member: number }>) =>
  db
    .selectFrom('member_views')
    .innerJoin('identities', 'identities.member_no', 'member_views.member_no')
    .innerJoin('operators', 'operators.username', 'member_views.operator')
    .innerJoin('operator_sessions', 'operator_sessions.no', 'member_views.operator_session')
    .select(['identities.username', 'member_views.operator'])
    .where('member_views.no', '=', view)
    .where('member_views.member_no', '=', member)
    .where('member_views.ends_at', '>', now)
    .where('operators.disabled_at', 'is', null)
    .where('operator_sessions.ended_at', 'is', null)
    .where('operator_sessions.expires_at', '>', now),
)

/**
 * The member that an operator is viewing. Refuses changes, and views that have ended: by time, or
 * with the operator's session (sign-out, reset, loss of the role).
 */
export async function authenticateView(
  db: Db,
  secret: string,
  token: string,
  method: string,
): Promise<Member> {
  const { member, view } = await readViewToken(secret, token)
  if (method !== 'GET') throw reject('read_only_view')
  const found = await findView.first(db, { view, member })
  if (!found) throw reject('token_invalid')
  const { username, operator } = found
  return { no: member, username, session: 0n, provedUntil: new Date(0), viewedBy: operator }
}

async function readViewToken(secret: string, token: string): Promise<Claims> {
  try {
    const { payload } = await jwtVerify(token, keyOf(secret), {
      algorithms: ['HS256'],
      typ: TYPE,
      audience: AUDIENCE,
      issuer: ISSUER,
      requiredClaims: ['sub', 'vid', 'iat', 'exp'],
      currentDate: new Date(nowMs()),
    })
    const { sub, vid } = payload
    if (!/^\d{1,9}$/.test(sub ?? '') || typeof vid !== 'string' || !/^\d{1,18}$/.test(vid)) {
      throw reject('token_invalid')
    }
    return { member: Number(sub), view: BigInt(vid) }
  } catch (error) {
    throw reject(error instanceof errors.JWTExpired ? 'token_expired' : 'token_invalid')
  }
}
