import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { nowMs } from '../../clock/clock.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import { isRoleFor, type OperatorRole } from '../../contract/roles.ts'
import { countAll, subquery, ago, now } from '../../db/expressions.ts'
import type { Db } from '../../db/types.ts'
import type { Context } from '../context.ts'
import { hashToken } from '../auth/tokens/secret-token.ts'
import { reject } from '../../contract/refusals/reject.ts'
import { proofEnd, requireProof } from '../http/require-proof.ts'
import type { Operator } from '../http/route.ts'

// Operators sign in with a cookie that scripts can't read and other sites can't make the browser
// send. Every change must also come from our own Origin.

/**
 * Over HTTPS, the cookie's name prefix makes browsers refuse it if it isn't Secure or if another
 * host name or path could have set it.
 */
export const operatorCookie = (publicUrl: string): { name: string; scope: string } =>
  publicUrl.startsWith('https:')
    ? { name: '__Host-twofold_operator', scope: 'Path=/; Secure' }
    : { name: 'twofold_operator', scope: 'Path=/api/operator' }

/** The token in the operators' cookie; undefined without one. */
export function operatorToken({ config }: Context, request: FastifyRequest): string | undefined {
  const wanted = operatorCookie(config.publicUrl).name
  const cookies = (request.headers.cookie ?? '').split(';')
  const pairs = cookies.map((pair) => pair.trim().split('='))
  return pairs.find(([name]) => name === wanted)?.[1]
}

/** The operator behind the cookie, if they have the role that the call needs. Otherwise refuses. */
export async function findOperator(
  context: Context,
  endpoint: Endpoint,
  request: FastifyRequest,
): Promise<Operator> {
  const token = operatorToken(context, request)
  if (!token) throw reject('not_authenticated')
  const found = await context.db
    .selectFrom('operator_sessions')
    .innerJoin('operators', 'operators.username', 'operator_sessions.operator')
    .select(['operators.username', 'operators.role', 'operators.totp_confirmed_at'])
    .select('operators.must_change_password')
    .select(countPasskeys.as('passkeys'))
    .select(['operator_sessions.no', 'operator_sessions.seen_at'])
    .select(['operator_sessions.stepped_up_at', now.as('read_at')])
    .where('operator_sessions.hash', '=', hashToken(token))
    .where('operator_sessions.ended_at', 'is', null)
    .where('operator_sessions.expires_at', '>', now)
    .where('operator_sessions.seen_at', '>', idleSince(context))
    .where('operators.disabled_at', 'is', null)
    .executeTakeFirst()
  if (!found) throw reject('token_invalid')
  await markSeen(context.db, found)
  if (endpoint.method !== 'GET') requireOwnOrigin(context, request)
  const { username, role } = found
  const totpEnrolled = found.totp_confirmed_at !== null
  const enrols = endpoint.path.startsWith('/api/operator/auth/')
  if (context.config.production && !enrols) {
    if (!totpEnrolled && found.passkeys === 0) throw reject('totp_enrolment_required')
    if (found.must_change_password) throw reject('password_change_required')
  }
  requireRole(role, endpoint)
  const provedUntil = proofEnd(found.stepped_up_at, found.read_at, operatorStepUpMs(context))
  if (endpoint.stepUp) requireProof({ provedUntil })
  return {
    username,
    role,
    totpEnrolled,
    passkeys: found.passkeys,
    mustChangePassword: found.must_change_password,
    session: found.no,
    authority: { operator: username, session: String(found.no) },
    provedUntil,
  }
}

/** How many passkeys an operator has, as a column beside the operator's. */
export const countPasskeys = subquery
  .selectFrom('passkeys')
  .select(countAll.as('count'))
  .where('passkeys.operator', '=', sql.ref<string>('operators.username'))
  .$asScalar()

/** Refuses a call that needs a higher role. */
export function requireRole(role: OperatorRole, { access }: Endpoint): void {
  if (!isRoleFor(role, access)) throw reject('forbidden')
}

/** How long a step-up counts for changes to money and rights. */
export const operatorStepUpMs = ({ config }: Context): number =>
  config.operatorStepUpMinutes * 60_000

/** When a step-up of this moment expires. */
export const provedFromNow = (context: Context): Date =>
  new Date(nowMs() + operatorStepUpMs(context))

/** A session last used before this time has ended. */
export const idleSince = ({ config }: Context) => ago('mins', config.operatorIdleMinutes)

const SEEN_INTERVAL_MS = 60_000

type Seen = { readonly no: bigint; readonly seen_at: Date; readonly read_at: Date }

// A write per request would cost more than the request. The limit is in minutes anyway.
async function markSeen(db: Db, { no, seen_at: at, read_at: readAt }: Seen): Promise<void> {
  // A time to come, from before the clock was set back, would keep an unused session open.
  if (Math.abs(readAt.getTime() - at.getTime()) < SEEN_INTERVAL_MS) return
  await db.updateTable('operator_sessions').set({ seen_at: now }).where('no', '=', no).execute()
}

/** Refuses a change whose Origin is missing or not ours. */
export function requireOwnOrigin(context: Context, request: FastifyRequest): void {
  const { origin, host } = request.headers
  const { production, publicUrl } = context.config
  const ours = [new URL(publicUrl).origin]
  // In development, any host name that the browser used counts as ours.
  if (!production && host) ours.push(`http://${host}`)
  if (origin === undefined || !ours.includes(origin)) throw reject('wrong_origin')
}
