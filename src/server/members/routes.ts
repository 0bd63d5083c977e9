import { reject } from '../../contract/refusals/reject.ts'
import { route, type Route } from '../http/route.ts'
import { byOf } from '../audit/audit.ts'
import { answerList } from '../lists/list.ts'
import { endMemberSessions, resendEmail } from './member-care.ts'
import { readMember } from './member-detail.ts'
import { recordRoutes } from './record-routes.ts'
import { memberList } from './members.ts'
import { profileList } from './profiles.ts'
import { reopenMember } from './reopen-member.ts'
import { setSuspended } from './suspend-member.ts'
import { viewAsMember } from './view-as-member.ts'

const readRoutes: Route[] = [
  route('listMembers', async (call) => {
    const { db, read } = call.context
    const { query } = call
    const { sort: asked, format } = query
    // Balances change while we write a file, so members would be missing or twice.
    const sort = format === 'csv' && asked === 'balance' ? 'newest' : asked
    const list = await memberList(sort === 'balance' ? db : read, { ...query, sort })
    return await answerList(call, query, list)
  }),
  route('getMember', async ({ context, params }) => {
    const member = await readMember(context.db, Number(params.id))
    if (!member) throw reject('not_found')
    return member
  }),
  route('operatorListProfiles', (call) =>
    answerList(call, call.query, profileList(call.context.read, call.query)),
  ),
]

const actionRoutes: Route[] = [
  route('suspendMember', (call) => {
    const change = { member: Number(call.params.id), on: true, reason: call.body.reason }
    return setSuspended(call.context, change, byOf(call))
  }),
  route('reinstateMember', (call) => {
    const change = { member: Number(call.params.id), on: false, reason: call.body.reason }
    return setSuspended(call.context, change, byOf(call))
  }),
  route('reopenMember', (call) => {
    const { context, operator, params, body } = call
    const change = { member: Number(params.id), reason: body.reason, role: operator.role }
    return reopenMember(context, change, byOf(call))
  }),
  route('endMemberSessions', async (call) => {
    const { context, params, body } = call
    await endMemberSessions(context, Number(params.id), body.reason, byOf(call))
    return { detail: 'All sessions of the member were ended.' }
  }),
  route('resendMemberEmail', async (call) => {
    await resendEmail(call.context, Number(call.params.id), call.body.mail, byOf(call))
    return { detail: 'The email is on its way.' }
  }),
  route('viewAsMember', (call) =>
    viewAsMember(call.context, Number(call.params.id), call.body.reason, {
      ...byOf(call),
      session: call.operator.session,
    }),
  ),
]

export const memberRoutes: Route[] = [...readRoutes, ...recordRoutes, ...actionRoutes]
