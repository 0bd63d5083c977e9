import { sql } from 'kysely'
import { z } from 'zod'
import { now, lit } from '../../db/expressions.ts'
import type { Db, Tx } from '../../db/types.ts'
import { eventOf } from '../../domain/ledger/event.ts'
import { callHook, int8, type BatchHook } from '../book/batch-hook.ts'
import { encode } from '../book/rows/encode-command.ts'
import { DoneElsewhere } from '../book/submission.ts'
import type { Context } from '../context.ts'
import { readCurrentCatalog } from '../network/catalogs.ts'
import { audit } from '../audit/audit.ts'
import { selectAdmins } from '../rights/active-admins.ts'
import { catalogOf, draftColumns, readDraftRows } from './draft-rows.ts'
import { returnOutdated, sendBack } from './return-outdated.ts'

const MAX_AT_ONCE = 10

const Publication = z.object({
  no: int8,
  revision: z.int(),
  base_version: z.int(),
  note: z.string(),
  proposed_by: z.string().nullable(),
  approved_by: z.string().nullable(),
})
type Publication = z.output<typeof Publication>

/** Marks the draft as published in the commit that puts it in force, once per draft. */
export const recordPublications: BatchHook<Publication> = {
  name: 'publish-catalog-draft',
  input: Publication,
  fits: ({ command, by }, { approved_by: operator }) =>
    command.kind === 'publish_catalog' && 'operator' in by && by.operator === operator,
  async write(tx, items) {
    for (const { outcome, input } of items) {
      const { version, catalog } = eventOf(outcome.effects, 'catalog')
      // The caller supplies the draft and the catalog. Only the approved one goes into force.
      const publishing = tx
        .updateTable('catalog_drafts')
        .set({ state: 'published', version })
        .where('no', '=', input.no)
        .where('state', '=', lit('approved'))
        .where('revision', '=', input.revision)
        .where('approved_by', '=', input.approved_by)
        .where('plans', '=', asJson(encode(catalog)))
        .returning(['proposed_by', 'approved_by'])
        .executeTakeFirst()
      const [row] = await Promise.all([publishing, audit(tx, [entryOf(input, version)])])
      const isNext = version === input.base_version + 1
      if (!row || !isNext || !(await isByAdmins(tx, row))) {
        throw new DoneElsewhere(`draft ${input.no} is not to be published`)
      }
    }
  },
}

type Operators = Pick<Publication, 'proposed_by' | 'approved_by'>

/** Whether both operators are still admins. */
async function isByAdmins(db: Db | Tx, by: Operators) {
  const operators = [by.proposed_by ?? '', by.approved_by ?? '']
  return (await selectAdmins(db, operators).execute()).length === operators.length
}

const asJson = (text: string) => sql<string>`${text}::jsonb`

const entryOf = (row: Publication, version: number) => ({
  operator: row.approved_by ?? '',
  action: 'publish catalog',
  object: `catalog ${version}`,
  reason: row.note,
  after: { draft: String(row.no), proposed_by: row.proposed_by, approved_by: row.approved_by },
  requestId: 'catalogs',
})

/**
 * Publishes the approved drafts whose time has come, in order of time. Returns those that another
 * publication has outdated, even before their time.
 */
export async function publishDueDrafts(context: Context): Promise<void> {
  const { db, book, log } = context
  const isDue = draftColumns.and([
    draftColumns('catalog_drafts.state', '=', lit('approved')),
    draftColumns('catalog_drafts.starts_at', '<=', now),
  ])
  const due = await readDraftRows(db, isDue, { limit: MAX_AT_ONCE })
  const inOrder = due.toSorted((a, b) => Number(a.starts_at) - Number(b.starts_at))
  for (const row of inOrder) {
    const { version } = await readCurrentCatalog(db)
    if (version !== row.base_version) continue
    if (!(await isByAdmins(db, row))) {
      await sendBack(context, row, 'Its proposer or approver is no longer an admin.')
      continue
    }
    try {
      const result = await book.submit({
        command: {
          kind: 'publish_catalog',
          catalog: catalogOf(row),
          operator: row.approved_by ?? '',
        },
        by: { operator: row.approved_by ?? '' },
        hook: callHook(recordPublications, row),
      })
      if (!result.accepted) {
        const { code } = result.refusal
        log.error({ draft: String(row.no), refusal: code }, 'draft not published')
        await sendBack(context, row, `Publication was refused: ${code}.`)
      }
    } catch (error) {
      if (!(error instanceof DoneElsewhere)) throw error
    }
  }
  await returnOutdated(context)
}
