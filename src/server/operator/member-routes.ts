import { refuse } from '../http/refusal.ts'
import { route, type Route } from '../http/route.ts'
import { answerList } from './list.ts'
import { countMembers, memberFilter, readMember, readMembers } from './members.ts'
import { setSuspended } from './suspend-member.ts'

export const memberRoutes: Route[] = [
  route('findMembers', async ({ context: { read }, query, request, reply }) => {
    const condition = memberFilter(query)
    const count = await countMembers(read, condition)
    return await answerList({ request, reply }, query, count, (limit, offset) =>
      readMembers(read, condition, query.sort, limit, offset),
    )
  }),
  route('getMember', async ({ context, params }) => {
    const member = await readMember(context.db, Number(params.id))
    if (!member) throw refuse('not_found')
    return member
  }),
  route('suspendMember', ({ context, operator, params, body, request }) => {
    const change = { member: Number(params.id), on: true, reason: body.reason }
    return setSuspended(context, operator.username, { ...change, requestId: request.id })
  }),
  route('reinstateMember', ({ context, operator, params, body, request }) => {
    const change = { member: Number(params.id), on: false, reason: body.reason }
    return setSuspended(context, operator.username, { ...change, requestId: request.id })
  }),
]
