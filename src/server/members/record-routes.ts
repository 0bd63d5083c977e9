import { byOf } from '../audit/audit.ts'
import { listSessions } from '../auth/sessions.ts'
import { pageActivity } from '../history/activity.ts'
import { route, type Route } from '../http/route.ts'
import { exportList } from '../lists/export-list.ts'
import { answerList, numbered } from '../lists/list.ts'
import { activityFile } from './activity-file.ts'
import { readNetwork } from './member-network.ts'
import { addNote, noteColumns, readNotes } from './notes.ts'
import { postingList } from './posting-list.ts'
import { requireMember } from './require-member.ts'

// The lists of one member's page: what the member did and owns, and what staff noted.

export const recordRoutes: Route[] = [
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
  route('addMemberNote', (call) =>
    addNote(call.context.db, Number(call.params.id), call.body.note, byOf(call)),
  ),
]
