import { byOf } from '../audit/audit.ts'
import { route, type Route } from '../http/route.ts'
import { answerList, numbered } from '../lists/list.ts'
import { answerMessage, messageFilter, readMessages } from './messages.ts'

export const messageRoutes: Route[] = [
  route('listMessages', (call) => {
    const { db } = call.context
    const { status, sort } = call.query
    const list = numbered(db, 'contact_messages', messageFilter(status), readMessages, sort)
    return answerList(call, call.query, list)
  }),
  route('answerMessage', (call) => {
    const { context, params, body } = call
    return answerMessage(context.db, { no: BigInt(params.id), answer: body.answer }, byOf(call))
  }),
]
