import { z } from 'zod'
import type { calls } from '../../contract/calls.ts'
import { Catalog } from '../../contract/subjects/catalog.ts'
import { lit } from '../../db/expressions.ts'
import type { Db } from '../../db/types.ts'
import { eventOf } from '../../domain/ledger/event.ts'
import type { AnsweredHook } from '../book/batch-hook.ts'
import type { Context } from '../context.ts'
import { reject } from '../../contract/refusals/reject.ts'
import { makeAnswer } from '../http/render.ts'
import { submitForAnswer } from '../http/submit.ts'
import { readCatalogs } from '../network/catalogs.ts'
import { showPlans } from '../network/plans.ts'
import { audit, type By } from '../audit/audit.ts'
import { readTerms } from './plan-terms.ts'

type CatalogAnswer = z.infer<typeof Catalog>

export async function listCatalogs(
  db: Db,
  limit: number,
  offset: number,
  below = 2 ** 31 - 1,
): Promise<CatalogAnswer[]> {
  const rows = await db
    .selectFrom('catalogs')
    .select((eb) => [
      'version',
      'published_at',
      'published_by',
      eb
        .selectFrom('catalogs as all')
        .select(({ fn }) => fn.max('all.version').as('version'))
        .$asScalar()
        .as('newest'),
    ])
    .where('version', '<', below)
    .orderBy('version', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  const notes = await readNotes(db)
  const catalogs = await readCatalogs(
    db,
    rows.map(({ version }) => version),
  )
  return rows.map((row) => {
    const catalog = catalogs.get(row.version)
    if (!catalog) throw new Error(`catalog ${row.version} is missing`)
    return {
      version: String(row.version),
      in_force: row.version === row.newest,
      note: notes.get(row.version) ?? '',
      created_by: row.published_by,
      created_at: row.published_at.toISOString(),
      plans: showPlans(catalog),
    }
  })
}

// The audit log holds the reason for each version, and nobody can edit it there.
async function readNotes(db: Db): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom('audit_entries')
    .select(['object', 'reason'])
    .where('action', 'in', [lit('add catalog'), lit('publish catalog')])
    .execute()
  return new Map(
    rows.map(({ object, reason }) => [Number(object.replace('catalog ', '')), reason ?? '']),
  )
}

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
        const [added] = await listCatalogs(db, 1, 0, version + 1)
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
