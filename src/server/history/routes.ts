import { rejectField, requireFound } from '../../contract/refusals/reject.ts'
import { text } from '../../contract/texts/texts.ts'
import { route, type Route } from '../http/route.ts'
import { pageActivity, readRecentActivity } from './activity.ts'
import { readBoard } from './board.ts'
import { readEarnings } from './earnings.ts'
import { readLanguage } from '../language/read-language.ts'
import { explainRewards } from './explain-rewards.ts'
import { sendStatement } from './render-statement.ts'
import { readStatement } from './statement.ts'

export const historyRoutes: Route[] = [
  route('listRecentActivity', ({ context, member }) => readRecentActivity(context.db, member.no)),
  route('listActivity', ({ context: { read }, member, query, request }) =>
    pageActivity(read, member.no, query, request.url),
  ),
  route('explainRewards', async ({ context: { read }, member, query }) =>
    requireFound(await explainRewards(read, member.no, query.profile_id), 'profile_not_found'),
  ),
  route('getEarnings', ({ context: { read }, member, query }) =>
    readEarnings(read, member.no, query),
  ),
  route('getBoard', async ({ context: { read }, member, params }) =>
    requireFound(await readBoard(read, member.no, params.id), 'profile_not_found'),
  ),
  route('getStatement', async ({ context: { read }, member, query, reply, downloads }) => {
    const { format = 'json' } = query
    downloads.enter(reply)
    const statement = await readStatement(read, member, query)
    if (!statement) throw rejectField('from', text('period_too_full'))
    const language = format === 'json' ? 'en' : await readLanguage(read, member.no)
    return sendStatement(reply, statement, { format, language })
  }),
]
