import { expressionBuilder } from 'kysely'
import type { Condition } from '../../db/expressions.ts'
import type { z } from 'zod'
import type { CatalogDraft } from '../../contract/subjects/catalog.ts'
import { reject } from '../../contract/refusals/reject.ts'
import type { Db, RowOf, Tx, Database } from '../../db/types.ts'
import type { Catalog } from '../../domain/money/catalog.ts'
import { decodeCatalog } from '../book/rows/encode-command.ts'
import { inOrder, type Slice } from '../http/paging.ts'
import { showPlans } from '../network/plans.ts'
import { describeUnsound } from './plan-terms.ts'

export type DraftShape = z.infer<typeof CatalogDraft>
export type DraftState = DraftShape['state']

/** The columns of a draft, for conditions. */
export const draftColumns = expressionBuilder<Database, 'catalog_drafts'>()

const COLUMNS = [
  'no',
  'base_version',
  'note',
  'revision',
  'created_by',
  'created_at',
  'changed_by',
  'changed_at',
  'proposed_by',
  'proposed_at',
  'starts_at',
  'approved_by',
  'approved_at',
  'version',
] as const

export type DraftRow = RowOf<'catalog_drafts', (typeof COLUMNS)[number]> & {
  plans: string
  state: DraftState
}

export const catalogOf = ({ plans }: DraftRow): Catalog => decodeCatalog(plans)

const textOf = (at: Date | null): string | null => at?.toISOString() ?? null

export function showDraft(row: DraftRow): DraftShape {
  const catalog = catalogOf(row)
  return {
    id: String(row.no),
    base_version: String(row.base_version),
    note: row.note,
    revision: row.revision,
    state: row.state,
    unsound: describeUnsound(catalog),
    plans: showPlans(catalog),
    created_by: row.created_by,
    created_at: row.created_at.toISOString(),
    changed_by: row.changed_by,
    changed_at: row.changed_at.toISOString(),
    proposed_by: row.proposed_by,
    proposed_at: textOf(row.proposed_at),
    starts_at: textOf(row.starts_at),
    approved_by: row.approved_by,
    approved_at: textOf(row.approved_at),
    version: row.version === null ? null : String(row.version),
  }
}

export async function readDraftRows(
  db: Db | Tx,
  condition: Condition,
  { limit = 1, offset = 0, sort = 'newest' }: Slice = {},
): Promise<DraftRow[]> {
  const rows = await db
    .selectFrom('catalog_drafts')
    .select([...COLUMNS, 'state'])
    .select((eb) => eb.cast<string>('plans', 'text').as('plans'))
    .where(condition)
    .orderBy('no', inOrder(sort))
    .limit(limit)
    .offset(offset)
    .execute()
  return rows
}

/** Drafts in API form. */
export const readDrafts = async (db: Db, condition: Condition, slice: Slice) =>
  (await readDraftRows(db, condition, slice)).map(showDraft)

/** Refuses with 404 if there is no such draft. */
export async function requireDraft(db: Db | Tx, no: bigint): Promise<DraftRow> {
  const [row] = await readDraftRows(db, draftColumns('catalog_drafts.no', '=', no))
  if (!row) throw reject('not_found')
  return row
}
