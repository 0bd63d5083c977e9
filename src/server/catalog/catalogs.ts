import type { z } from 'zod'
import { calls } from '../../contract/calls.ts'
import type { Catalog as Shape } from '../../contract/subjects/catalog.ts'
import { lit } from '../../db/expressions.ts'
import type { Db } from '../../db/types.ts'
import { eventOf } from '../../domain/ledger/event.ts'
import type { BatchHook } from '../book/book.ts'
import type { Context } from '../context.ts'
import { reject } from '../../contract/refusals/reject.ts'
import { submit } from '../http/submit.ts'
import { readCatalogs } from '../network/catalogs.ts'
import { showPlans } from '../network/plans.ts'
import { audit, type AuditEntry } from '../audit/audit.ts'
import { readTerms } from './plan-terms.ts'

type CatalogAnswer = z.infer<typeof Shape>

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
    if (!catalog) throw new Error(`catalog ${row.version} is not there`)
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
type CatalogInput = { entry: Omit<AuditEntry, 'object'> }

const recordCatalogs: BatchHook<CatalogInput> = {
  name: 'add-catalog',
  async run(tx, items) {
    const versions = items.map(({ outcome }) => eventOf(outcome.effects, 'catalog').version)
    const entries = items.map(({ input }, i) => ({
      ...input.entry,
      object: `catalog ${versions[i]}`,
    }))
    await audit(tx, entries)
    const all = await listCatalogs(tx, items.length, 0)
    return versions.map((version) => all.find((each) => each.version === String(version)))
  },
}

/**
 * Adds a version, in force immediately. Refuses an unsound one with the rule that it breaks. In
 * development, one operator can do this alone; production requires a draft and two operators.
 */
export async function addCatalog(
  { book, config }: Context,
  operator: string,
  draft: Draft,
  requestId: string,
): Promise<CatalogAnswer> {
  if (config.production) throw reject('self_approval')
  const catalog = readTerms(draft.plans)
  const action = 'add catalog'
  const entry = { operator, action, reason: draft.note, after: draft, requestId }
  const done = await submit(book, {
    command: { kind: 'publish_catalog', catalog, operator },
    by: { operator },
    hook: recordCatalogs,
    input: { entry },
  })
  return calls.addCatalog.answer.parse(done.body)
}
