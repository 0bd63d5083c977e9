import type { Context } from '../context.ts'
import { cursorMoment } from '../http/page-cursor.ts'
import { reject } from '../../contract/refusals/reject.ts'
import { route, type Route } from '../http/route.ts'
import { audit, byOf, type By } from '../audit/audit.ts'
import { answerList, countRows } from '../lists/list.ts'
import { items, type ItemName } from './items.ts'
import { readReadiness } from './read-readiness.ts'
import { aMomentAhead, readTexts, readTextsInForce } from './legal-texts.ts'
import { publishText } from './publish-text.ts'
import { publishTranslation } from './publish-translation.ts'

type Evidence = { evidence: string; done: boolean }

async function record({ db }: Context, item: ItemName, { evidence, done }: Evidence, by: By) {
  if (items[item].kind === 'checked') throw reject('checked_by_itself')
  await db.transaction().execute(async (tx) => {
    await tx
      .insertInto('readiness_records')
      .values({ item, evidence, done, recorded_by: by.operator })
      .execute()
    const after = { evidence, done }
    await audit(tx, [
      { ...by, action: 'record readiness item', object: `readiness ${item}`, after },
    ])
  })
}

const readMoment = (after: string | undefined): Date =>
  after === undefined ? aMomentAhead() : cursorMoment(after)

export const readinessRoutes: Route[] = [
  route('getReadinessChecklist', ({ context }) => readReadiness(context)),
  route('recordReadinessItem', async (call) => {
    const { context, params, body } = call
    await record(context, params.item, body, byOf(call))
    return await readReadiness(context)
  }),
  route('getLegalTexts', ({ context, query }) => readTextsInForce(context.read, query.language)),
  route('listLegalTexts', (call) => {
    const { db } = call.context
    return answerList(call, call.query, {
      count: () => countRows(db, db.selectFrom('legal_texts')),
      read: ({ after, ...slice }) => readTexts(db, { before: readMoment(after) }, slice),
      keyOf: ({ published_at: at }) => at,
    })
  }),
  route('publishLegalText', (call) => publishText(call.context.db, call.body, byOf(call))),
  route('publishLegalTranslation', (call) =>
    publishTranslation(call.context.db, call.body, byOf(call)),
  ),
]
