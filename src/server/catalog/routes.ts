import { everyRow } from '../../db/expressions.ts'
import { route, type Route } from '../http/route.ts'
import { byOf } from '../audit/audit.ts'
import { answerList, countRows, numbered } from '../lists/list.ts'
import { addCatalog } from './add-catalog.ts'
import { listCatalogs } from './list-catalogs.ts'
import { draftColumns, readDrafts, requireDraft, showDraft } from './draft-rows.ts'
import * as drafts from './drafts.ts'
import { publishDueDrafts } from './publish-drafts.ts'
import { ungated } from '../authority/gated-db.ts'
import { readWhatIf, startWhatIf } from './what-if.ts'

const versionRoutes: Route[] = [
  route('listCatalogs', (call) => {
    const { db } = call.context
    return answerList(call, call.query, {
      count: () => countRows(db, db.selectFrom('catalogs')),
      read: (slice) => listCatalogs(db, slice),
      keyOf: ({ version }) => version,
    })
  }),
  route('addCatalog', (call) => addCatalog(call.context, call.body, byOf(call))),
]

const draftRoutes: Route[] = [
  route('listCatalogDrafts', (call) => {
    const { db } = call.context
    const { state, sort } = call.query
    const condition = state ? draftColumns('catalog_drafts.state', '=', state) : everyRow
    const list = numbered(db, 'catalog_drafts', condition, readDrafts, sort)
    return answerList(call, call.query, list)
  }),
  route('getCatalogDraft', async ({ context, params }) =>
    showDraft(await requireDraft(context.db, BigInt(params.id))),
  ),
  route('addCatalogDraft', (call) => drafts.addDraft(call.context.db, call.body, byOf(call))),
  route('changeCatalogDraft', (call) =>
    drafts.changeDraft(call.context.db, BigInt(call.params.id), call.body, byOf(call)),
  ),
  route('discardCatalogDraft', (call) =>
    drafts.discardDraft(call.context.db, BigInt(call.params.id), byOf(call)),
  ),
  route('proposeCatalogDraft', (call) =>
    drafts.proposeDraft(call.context.db, BigInt(call.params.id), call.body, byOf(call)),
  ),
  route('approveCatalogDraft', async (call) => {
    const { context, params, body } = call
    const no = BigInt(params.id)
    await drafts.approveDraft(context.db, no, body.revision, byOf(call))
    // Publish a draft that is already due. If that fails, the approval still holds and the
    // watcher's next round publishes it.
    await publishDueDrafts(context).catch((error: unknown) =>
      call.log.warn({ err: error }, 'an approved draft waits for the next round'),
    )
    return showDraft(await requireDraft(context.db, no))
  }),
  route('returnCatalogDraft', (call) => {
    const { context, params, body } = call
    return drafts.returnDraft(context.db, BigInt(params.id), body.reason, byOf(call))
  }),
  route('startWhatIf', ({ context, params }) =>
    startWhatIf(context, ungated(context.db), BigInt(params.id)),
  ),
  route('getWhatIf', ({ context, params }) => readWhatIf(context.db, BigInt(params.id))),
]

export const catalogRoutes: Route[] = [...versionRoutes, ...draftRoutes]
