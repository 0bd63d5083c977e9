import { pageActivity } from '../history/activity.ts'
import { listSessions } from '../auth/sessions.ts'
import { reject } from '../../contract/refusals/reject.ts'
import { route, type Route } from '../http/route.ts'
import { byOf } from '../audit/audit.ts'
import { exportList } from '../lists/export-list.ts'
import { answerList, numbered } from '../lists/list.ts'
import { addNote, endMemberSessions, resendEmail } from './member-care.ts'
import { readMember } from './member-detail.ts'
import {
  activityFile,
  postingList,
  readNetwork,
  readNotes,
  requireMember,
  noteColumns,
} from './member-records.ts'
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
  route('getMemberNetwork', ({ context, params }) => readNetwork(context.read, Number(params.id))),
  route('listMemberPostings', async (call) => {
    const { read } = call.context
    const no = Number(call.params.id)
    await requireMember(read, no)
    return await answerList(call, call.query, postingList(read, no))
  }),
  route('listMemberActivity', async (call) => {
    const { query, request } = call
    const { read } = call.context
    const no = Number(call.params.id)
    await requireMember(read, no)
    if (query.format === 'csv')
      return await exportList(call, activityFile(read, no), query.language)
    return await pageActivity(read, no, query, request.url)
  }),
  route('listMemberSessions', async ({ context: { db }, params }) => {
    await requireMember(db, Number(params.id))
    const sessions = await listSessions(db, Number(params.id), 0n)
    return sessions.map(({ current: _mine, ...session }) => session)
  }),
  route('listMemberNotes', async (call) => {
    const { db } = call.context
    const no = Number(call.params.id)
    await requireMember(db, no)
    const about = noteColumns('member_notes.member_no', '=', no)
    return await answerList(call, call.query, numbered(db, 'member_notes', about, readNotes))
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
  route('addMemberNote', (call) =>
    addNote(call.context.db, Number(call.params.id), call.body.note, byOf(call)),
  ),
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

export const memberRoutes: Route[] = [...readRoutes, ...actionRoutes]
