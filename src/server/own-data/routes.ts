import { answerText, text } from '../../contract/texts/texts.ts'
import { requireProof } from '../http/require-proof.ts'
import { byMember } from '../http/limit-key.ts'
import { countDone } from '../http/rate-limit.ts'
import { route, type Route } from '../http/route.ts'
import { confirmClosing, requestClosing } from './closing.ts'
import { exportData } from './export-data.ts'
import { readClosing } from './read-closing.ts'

export const ownDataRoutes: Route[] = [
  route('exportMyData', async ({ context, member, limiter, downloads, reply }) => {
    requireProof(member)
    downloads.enter(reply)
    await limiter.count('ownData', byMember(member.no), reply)
    return await exportData(context, member)
  }),
  route('getClosing', ({ context: { db }, member }) => readClosing(db, member.no)),
  route('requestClosing', async ({ context, member }) => {
    requireProof(member)
    await requestClosing(context, member, (tx) =>
      countDone(tx, context.config, 'newEmail', byMember(member.no)),
    )
    return answerText(text('closing_asked'))
  }),
  route('confirmClosing', async ({ context, member, body }) => {
    await confirmClosing(context, member, body.token)
    return answerText(text('account_closed_now'))
  }),
]
