import { z } from 'zod'
import type { calls } from '../../contract/calls.ts'
import { reject } from '../../contract/refusals/reject.ts'
import { Catalog } from '../../contract/subjects/catalog.ts'
import { eventOf } from '../../domain/ledger/event.ts'
import { audit, type By } from '../audit/audit.ts'
import type { AnsweredHook } from '../book/batch-hook.ts'
import type { Context } from '../context.ts'
import { makeAnswer } from '../http/render.ts'
import { submitForAnswer } from '../http/submit.ts'
import { listCatalogs, type CatalogAnswer } from './list-catalogs.ts'
import { readTerms } from './plan-terms.ts'

type Draft = z.output<typeof calls.addCatalog.body>
const CatalogInput = z.object({
  entry: z.object({
    operator: z.string(),
    action: z.string(),
    reason: z.string(),
    after: z.json(),
    requestId: z.string(),
  }),
})
const CatalogReceipt = z.object({ version: z.int() })

export const recordCatalogs: AnsweredHook<
  z.output<typeof CatalogInput>,
  z.output<typeof CatalogReceipt>
> = {
  name: 'add-catalog',
  input: CatalogInput,
  receipt: CatalogReceipt,
  fits: ({ command, by }, { entry }) =>
    command.kind === 'publish_catalog' && 'operator' in by && by.operator === entry.operator,
  async write(tx, items) {
    const entries = items.map(({ outcome, input }) => ({
      ...input.entry,
      object: `catalog ${eventOf(outcome.effects, 'catalog').version}`,
    }))
    await audit(tx, entries)
  },
  receiptOf: ({ outcome }) => ({ version: eventOf(outcome.effects, 'catalog').version }),
}

const answerAdded = makeAnswer({
  hook: recordCatalogs,
  body: Catalog,
  render: ({ db }, done) =>
    Promise.all(
      done.map(async ({ receipt: { version } }) => {
        const [added] = await listCatalogs(db, { limit: 1, after: String(version + 1) })
        return added && { ...added, in_force: true }
      }),
    ),
})

/**
 * Adds a version, in force immediately. Refuses an unsound one with the rule that it breaks. In
 * development, one operator can do this alone; production requires a draft and two operators.
 */
export async function addCatalog(context: Context, draft: Draft, by: By): Promise<CatalogAnswer> {
  if (context.config.production) throw reject('self_approval')
  const catalog = readTerms(draft.plans)
  const { operator } = by
  const entry = { ...by, action: 'add catalog', reason: draft.note, after: draft }
  return await submitForAnswer(context, answerAdded, {
    command: { kind: 'publish_catalog', catalog, operator },
    by: { operator },
    input: { entry },
  })
}
