import { sql } from 'kysely'
import { z } from 'zod'
import { lit } from '../../db/expressions.ts'
import type { Db, Tx } from '../../db/types.ts'
import { eventOf } from '../../domain/ledger/event.ts'
import { audit } from '../audit/audit.ts'
import { int8, type BatchHook } from '../book/batch-hook.ts'
import { encode } from '../book/rows/encode-command.ts'
import { DoneElsewhere } from '../book/submission.ts'
import { selectAdmins } from '../rights/active-admins.ts'

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
export async function isByAdmins(db: Db | Tx, by: Operators) {
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
