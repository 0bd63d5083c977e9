import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '../../contract/endpoint.ts'
import type { CallName } from '../../contract/routes.ts'
import type { Context } from '../context.ts'
import { gateStaffCall } from '../rights/gate-staff-call.ts'
import { bearerToken, authenticateMember } from '../auth/caller.ts'
import { byAddress, byMember, byOperator, type LimitKey } from '../http/limit-key.ts'
import { authenticateKey, sentKey } from '../staff/api-keys/sent-key.ts'
import { findOperator } from '../staff/operator-session.ts'
import type { Member, Operator } from '../http/route.ts'
import { authenticateLater, gateMemberCall, type TokenHolder } from '../auth/late-check.ts'
import { authenticateView, isViewToken } from '../auth/tokens/view-token.ts'

export type Caller = { member?: Member | TokenHolder; operator?: Operator }

/** Who makes a call; nobody if anyone may. Refuses a caller without the right to it. */
export async function findCaller(
  context: Context,
  { endpoint, isLate }: { endpoint: Endpoint; isLate: boolean },
  request: FastifyRequest,
): Promise<Caller> {
  if (endpoint.access === 'visitor') return {}
  const { db, config } = context
  if (endpoint.access === 'member') {
    const token = bearerToken(request.headers)
    if (isViewToken(token)) {
      return { member: await authenticateView(db, config.authSecret, token, endpoint.method) }
    }
    if (isLate) return { member: await authenticateLater(context, token) }
    return { member: await authenticateMember(db, config.authSecret, token) }
  }
  const key = sentKey(request.headers)
  if (key !== null) return { operator: await authenticateKey(db, endpoint, key) }
  return { operator: await findOperator(context, endpoint, request) }
}

/** The context that a caller's call gets. */
export function contextFor(
  context: Context,
  name: CallName,
  endpoint: Endpoint,
  { member, operator }: Caller,
): Context {
  if (operator) return gateStaffCall(context, name, endpoint, operator)
  // A late call adds the session itself.
  if (!member || 'carried' in member) return context
  return gateMemberCall(context, name, endpoint, member)
}

/** The operator who calls. A view as a member must not use up the member's own limits. */
const staffOf = ({ member, operator }: Caller): string | undefined =>
  operator?.username ??
  (member && 'viewedBy' in member ? (member.viewedBy ?? undefined) : undefined)

export function nameOf(caller: Caller, address: string): string {
  const staff = staffOf(caller)
  if (staff !== undefined) return `operator:${staff}`
  return caller.member ? `member:${caller.member.no}` : address
}

export function limitKeyOf(caller: Caller, address: string): LimitKey {
  const staff = staffOf(caller)
  if (staff !== undefined) return byOperator(staff)
  return caller.member ? byMember(caller.member.no) : byAddress(address)
}
