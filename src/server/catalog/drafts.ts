import { expressionBuilder, type UpdateObject } from 'kysely'
import { now, type Condition } from '../../db/expressions.ts'
import type { z } from 'zod'
import type { calls } from '../../contract/calls.ts'
import type { CatalogDraft } from '../../contract/subjects/catalog.ts'
import type { Db, RowOf, Tx, Database } from '../../db/types.ts'
import { text } from '../../contract/texts/texts.ts'
import { findUnsound, type Catalog } from '../../domain/money/catalog.ts'
import { decodeCatalog, encode } from '../book/rows/encode-command.ts'
import { inOrder, type Sort } from '../http/paging.ts'
import { reject, rejectByRule, rejectField } from '../../contract/refusals/reject.ts'
import { readCurrentCatalog } from '../network/catalogs.ts'
import { showPlans } from '../network/plans.ts'
import { audit } from '../audit/audit.ts'
import { describeUnsound, readTerms } from './plan-terms.ts'

// Catalog drafts. Any admin writes and changes them, one proposes a draft for a future time, and
// another approves it.

export type DraftShape = z.infer<typeof CatalogDraft>
type DraftState = DraftShape['state']
type Form = z.output<typeof calls.addCatalogDraft.body>
type By = { operator: string; requestId: string }

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
  limit = 1,
  offset = 0,
  sort: Sort = 'newest',
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

/** Refuses with 404 if there is no such draft. */
export async function requireDraft(db: Db | Tx, no: bigint): Promise<DraftRow> {
  const [row] = await readDraftRows(db, draftColumns('catalog_drafts.no', '=', no))
  if (!row) throw reject('not_found')
  return row
}

/** Starts a draft. A draft may be unsound. */
export async function addDraft(db: Db, form: Form, by: By): Promise<DraftShape> {
  const { version } = await readCurrentCatalog(db)
  const plans = encode(readTerms(form.plans))
  return await db.transaction().execute(async (tx) => {
    const { no } = await tx
      .insertInto('catalog_drafts')
      .values({
        base_version: version,
        note: form.note,
        plans,
        created_by: by.operator,
        changed_by: by.operator,
      })
      .returning('no')
      .executeTakeFirstOrThrow()
    return await noted(tx, no, 'add catalog draft', by)
  })
}

type Cause = { before?: DraftShape; reason?: string | null }

async function noted(tx: Tx, no: bigint, action: string, by: By, cause: Cause = {}) {
  const after = showDraft(await requireDraft(tx, no))
  await audit(tx, [{ ...by, action, object: `catalog draft ${no}`, after, ...cause }])
  return after
}

const nextRevision = draftColumns('catalog_drafts.revision', '+', 1)

type Step = {
  from: readonly DraftState[]
  action: string
  /** The revision that the operator saw; null if it makes no difference. */
  revision: number | null
  reason?: string
  /** Refuses steps that this draft's state doesn't allow. Returns the changes. */
  change: (row: DraftRow) => UpdateObject<Database, 'catalog_drafts'>
}

/** Advances a draft by one step, under the lock of its row. */
async function step(db: Db, no: bigint, by: By, how: Step): Promise<DraftShape> {
  return await db.transaction().execute(async (tx) => {
    await tx.selectFrom('catalog_drafts').select('no').where('no', '=', no).forUpdate().execute()
    const row = await requireDraft(tx, no)
    if (!how.from.includes(row.state)) throw reject('wrong_draft_state')
    if (how.revision !== null && how.revision !== row.revision) throw reject('draft_changed')
    await tx.updateTable('catalog_drafts').set(how.change(row)).where('no', '=', no).execute()
    return await noted(tx, no, how.action, by, {
      before: showDraft(row),
      reason: how.reason ?? null,
    })
  })
}

/** Changes a draft and bases it on the catalog in force. */
export async function changeDraft(
  db: Db,
  no: bigint,
  form: Form & { revision: number },
  by: By,
): Promise<DraftShape> {
  const plans = encode(readTerms(form.plans))
  const { version } = await readCurrentCatalog(db)
  return await step(db, no, by, {
    from: ['draft'],
    action: 'change catalog draft',
    revision: form.revision,
    change: () => ({
      note: form.note,
      plans,
      revision: nextRevision,
      base_version: version,
      changed_by: by.operator,
      changed_at: now,
    }),
  })
}

export const discardDraft = (db: Db, no: bigint, by: By) =>
  step(db, no, by, {
    from: ['draft', 'proposed'],
    action: 'discard catalog draft',
    revision: null,
    change: () => ({ state: 'discarded' }),
  })

/**
 * Proposes publication from a given time. Refuses an unsound draft with the rule that it breaks.
 */
export function proposeDraft(
  db: Db,
  no: bigint,
  { revision, starts_at: startsAt }: { revision: number; starts_at: string },
  by: By,
) {
  const at = new Date(startsAt)
  const furthest = Date.now() + 366 * 24 * 3600 * 1000
  if (at.getTime() > furthest) throw rejectField('starts_at', text('start_too_late'))
  return step(db, no, by, {
    from: ['draft'],
    action: 'propose catalog draft',
    revision,
    change: (row) => {
      const unsound = findUnsound(catalogOf(row))
      if (unsound) throw rejectByRule({ code: 'unsound_catalogue', unsound })
      return { state: 'proposed', proposed_by: by.operator, proposed_at: now, starts_at: at }
    },
  })
}

/**
 * Approval by an admin who neither wrote nor proposed the draft. We publish it when its time comes.
 */
export const approveDraft = (db: Db, no: bigint, revision: number, by: By) =>
  step(db, no, by, {
    from: ['proposed'],
    action: 'approve catalog draft',
    revision,
    change: (row) => {
      const own = row.proposed_by === by.operator || row.changed_by === by.operator
      if (own) throw reject('self_approval')
      return { state: 'approved', approved_by: by.operator, approved_at: now }
    },
  })

/** Turns a proposal back into a draft, even an approved one whose time hasn't come. */
export const returnDraft = (db: Db, no: bigint, reason: string, by: By) =>
  step(db, no, by, {
    from: ['proposed', 'approved'],
    action: 'return catalog draft',
    revision: null,
    reason,
    change: () => ({
      state: 'draft',
      proposed_by: null,
      proposed_at: null,
      starts_at: null,
      approved_by: null,
      approved_at: null,
      revision: nextRevision,
    }),
  })
