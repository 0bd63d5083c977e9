import type { UpdateObject } from 'kysely'
import { now } from '../../db/expressions.ts'
import type { z } from 'zod'
import type { calls } from '../../contract/calls.ts'
import type { Db, Tx, Database } from '../../db/types.ts'
import { findUnsound } from '../../domain/money/catalog.ts'
import { encode } from '../book/rows/encode-command.ts'
import { reject, rejectByRule } from '../../contract/refusals/reject.ts'
import { readCurrentCatalog } from '../network/catalogs.ts'
import { audit, type By } from '../audit/audit.ts'
import { lockAdmins, requireTwoAdmins } from '../rights/active-admins.ts'
import {
  catalogOf,
  draftColumns,
  requireDraft,
  showDraft,
  type DraftRow,
  type DraftShape,
  type DraftState,
} from './draft-rows.ts'
import { readTerms } from './plan-terms.ts'
import { readStart } from './start-time.ts'

// Catalog drafts. Any admin writes and changes them, one proposes a draft for a future time, and
// another approves it.

type Form = z.output<typeof calls.addCatalogDraft.body>

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
  /**
   * Whether it counts only if the operator is still an admin, and for an approval the proposer.
   * Both lead to publication, which needs a draft of the catalog in force.
   */
  by?: 'admin' | 'two admins'
  /** Done in the same transaction. */
  also?: (tx: Tx) => Promise<unknown>
  /** Refuses steps that this draft's state doesn't allow. Returns the changes. */
  change: (row: DraftRow) => UpdateObject<Database, 'catalog_drafts'>
}

/** Advances a draft by one step, under the lock of its row. */
async function step(db: Db, no: bigint, by: By, how: Step): Promise<DraftShape> {
  return await db.transaction().execute(async (tx) => {
    const { proposed_by: proposer } = await requireDraft(tx, no)
    const admins = how.by ? await lockAdmins(tx, [by.operator, proposer ?? '']) : null
    await tx.selectFrom('catalog_drafts').select('no').where('no', '=', no).forUpdate().execute()
    const row = await requireDraft(tx, no)
    if (!how.from.includes(row.state)) throw reject('wrong_draft_state')
    if (how.revision !== null && how.revision !== row.revision) throw reject('draft_changed')
    const isApproval = how.by === 'two admins'
    const pair = { isApproval, proposer: row.proposed_by ?? '', decider: by.operator }
    if (admins) {
      const { version } = await readCurrentCatalog(tx)
      if (row.base_version !== version) throw reject('draft_outdated')
      requireTwoAdmins(admins, pair, 'wrong_draft_state')
    }
    await how.also?.(tx)
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
  const at = readStart(startsAt)
  return step(db, no, by, {
    from: ['draft'],
    by: 'admin',
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
    by: 'two admins',
    action: 'approve catalog draft',
    revision,
    change: (row) => {
      if (row.changed_by === by.operator) throw reject('self_approval')
      return { state: 'approved', approved_by: by.operator, approved_at: now }
    },
  })

type Return = Partial<Pick<Step, 'revision' | 'also'>>

/** Turns a proposal back into a draft, even an approved one whose time hasn't come. */
export const returnDraft = (db: Db, no: bigint, reason: string, by: By, how: Return = {}) =>
  step(db, no, by, {
    from: ['proposed', 'approved'],
    action: 'return catalog draft',
    revision: null,
    reason,
    ...how,
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
