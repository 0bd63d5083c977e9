import { lit, now } from '../../db/expressions.ts'
import type { Database, Tx } from '../../db/types.ts'
import { audit, type By } from '../audit/audit.ts'
import { discardImports, importColumns } from './discard-imports.ts'
import { changeColumns, rejectWaiting } from './expire-access-changes.ts'

// What an operator proposed counts while they have the right to propose it. If they lose it, we end
// their open proposals for good: getting the right back doesn't bring them back.

type Ending = {
  readonly operator: string
  readonly by: By
  readonly reason: string
}

async function rejectChanges(tx: Tx, { operator, by, reason }: Ending): Promise<void> {
  const isTheirs = changeColumns('access_changes.requested_by', '=', operator)
  while ((await rejectWaiting(tx, isTheirs, by, reason)) > 0);
}

async function forgetAlertRequests(tx: Tx, { operator, by, reason }: Ending): Promise<void> {
  const rows = await tx
    .updateTable('alerts')
    .set({ pending_enabled: null, pending_limit: null, pending_by: null, pending_at: null })
    .where('pending_by', '=', operator)
    .returning('name')
    .execute()
  const entry = { ...by, action: 'withdraw approval', reason }
  await audit(
    tx,
    rows.map(({ name }) => ({ ...entry, object: `alert ${name}` })),
  )
}

/** Drafts that the operator proposed or approved need a new proposal. */
async function reopenDrafts(tx: Tx, { operator, by, reason }: Ending): Promise<void> {
  const rows = await tx
    .updateTable('catalog_drafts')
    .set((eb) => ({
      state: 'draft',
      revision: eb('revision', '+', 1),
      proposed_by: null,
      proposed_at: null,
      starts_at: null,
      approved_by: null,
      approved_at: null,
    }))
    .where('state', 'in', [lit('proposed'), lit('approved')])
    .where((eb) => eb.or([eb('proposed_by', '=', operator), eb('approved_by', '=', operator)]))
    .returning('no')
    .execute()
  const entry = { ...by, action: 'reopen catalog draft', reason }
  await audit(
    tx,
    rows.map(({ no }) => ({ ...entry, object: `catalog draft ${no}` })),
  )
}

async function discardCorrections(tx: Tx, { operator, by, reason }: Ending): Promise<void> {
  const rows = await tx
    .updateTable('member_import_corrections')
    .set({ state: 'discarded', decided_by: by.operator, decided_at: now })
    .where('state', '=', lit('proposed'))
    .where('proposed_by', '=', operator)
    .returning(['import_no', 'line'])
    .execute()
  const entry = { ...by, action: 'discard import correction', reason }
  await audit(
    tx,
    rows.map(({ import_no: no, line }) => {
      return { ...entry, object: `import ${no}`, after: { row: line } }
    }),
  )
}

async function discardOwnImports(tx: Tx, { operator, by, reason }: Ending): Promise<void> {
  await discardImports(tx, importColumns('proposed_by', '=', operator), by, reason)
}

type End = (tx: Tx, ending: Ending) => Promise<void>

const endings = {
  access_changes: rejectChanges,
  alerts: forgetAlertRequests,
  catalog_drafts: reopenDrafts,
  member_import_corrections: discardCorrections,
  member_imports: discardOwnImports,
} satisfies Partial<Record<keyof Database, End>>

/** Tables with proposals that end elsewhere, and where. */
const endedElsewhere = {
  adjustments: 'The ledger rejects them, by the command withdraw_approvals.',
  log_epoch_proposals: 'Its rows never change. The approval checks the proposer.',
  log_epochs: 'Its rows are approved proposals.',
} satisfies Partial<Record<keyof Database, string>>

/** The tables that `endProposals` changes, for a test of the database roles. */
export const tablesChanged: readonly string[] = Object.keys(endings)

/** Every table with proposals. A test compares it with the schema. */
export const tablesWithProposals: readonly string[] = [
  ...tablesChanged,
  ...Object.keys(endedElsewhere),
]

/**
 * Ends the operator's open proposals and unpublished approvals outside the ledger. First lock the
 * operator's row, so that none is on its way.
 */
export async function endProposals(tx: Tx, ending: Ending): Promise<void> {
  for (const end of Object.values(endings)) await end(tx, ending)
}
