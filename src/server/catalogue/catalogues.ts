import { sql } from 'kysely'
import type { z } from 'zod'
import { calls } from '../../contract/calls.ts'
import type { Catalogue as Shape } from '../../contract/subjects/catalogue.ts'
import type { Db, RowOf } from '../../db/types.ts'
import { factOf } from '../../domain/ledger/fact.ts'
import type { BatchHook } from '../book/book.ts'
import type { Context } from '../context.ts'
import { reject } from '../../contract/refusals/reject.ts'
import { submit } from '../http/submit.ts'
import { readCatalogues } from '../network/catalogues.ts'
import { showPlans } from '../network/plans.ts'
import { audit, type AuditEntry } from '../audit/audit.ts'
import { readTerms } from './plan-terms.ts'

type CatalogueAnswer = z.infer<typeof Shape>
type CatalogueRow = RowOf<'catalogues', 'version' | 'published_at' | 'published_by'> & {
  newest: number
}

export async function listCatalogues(
  db: Db,
  limit: number,
  offset: number,
  below = 2 ** 31 - 1,
): Promise<CatalogueAnswer[]> {
  const { rows } = await sql<CatalogueRow>`
    select version, published_at, published_by, (select max(version) from catalogues) as newest
    from catalogues
    where version < ${below} order by version desc limit ${limit} offset ${offset}`.execute(db)
  const notes = await readNotes(db)
  const catalogues = await readCatalogues(
    db,
    rows.map(({ version }) => version),
  )
  return rows.map((row) => {
    const catalogue = catalogues.get(row.version)
    if (!catalogue) throw new Error(`catalogue ${row.version} is not there`)
    return {
      version: String(row.version),
      in_force: row.version === row.newest,
      note: notes.get(row.version) ?? '',
      created_by: row.published_by,
      created_at: row.published_at.toISOString(),
      plans: showPlans(catalogue),
    }
  })
}

// The audit log holds the reason for each version, and nobody can edit it there.
async function readNotes(db: Db): Promise<Map<number, string>> {
  const { rows } = await sql<RowOf<'audit_entries', 'object' | 'reason'>>`
    select object, reason from audit_entries
    where action in ('add catalogue', 'publish catalogue')`.execute(db)
  return new Map(
    rows.map(({ object, reason }) => [Number(object.replace('catalogue ', '')), reason ?? '']),
  )
}

type Draft = z.output<typeof calls.addCatalogue.body>
type CatalogueInput = { entry: Omit<AuditEntry, 'object'> }

const recordCatalogues: BatchHook<CatalogueInput> = {
  name: 'add-catalogue',
  async run(tx, items) {
    const versions = items.map(({ outcome }) => factOf(outcome.effects, 'catalogue').version)
    const entries = items.map(({ input }, i) => ({
      ...input.entry,
      object: `catalogue ${versions[i]}`,
    }))
    await audit(tx, entries)
    const all = await listCatalogues(tx, items.length, 0)
    return versions.map((version) => all.find((each) => each.version === String(version)))
  },
}

/**
 * Adds a version, in force immediately. Refuses an unsound one with the rule that it breaks. In
 * development, one operator can do this alone; production requires a draft and two operators.
 */
export async function addCatalogue(
  { book, config }: Context,
  operator: string,
  draft: Draft,
  requestId: string,
): Promise<CatalogueAnswer> {
  if (config.production) throw reject('self_approval')
  const catalogue = readTerms(draft.plans)
  const action = 'add catalogue'
  const entry = { operator, action, reason: draft.note, after: draft, requestId }
  const done = await submit(book, {
    command: { kind: 'publish_catalogue', catalogue, operator },
    by: { operator },
    hook: recordCatalogues,
    input: { entry },
  })
  return calls.addCatalogue.answer.parse(done.body)
}
