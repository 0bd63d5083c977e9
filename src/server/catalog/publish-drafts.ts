import { now, lit } from '../../db/expressions.ts'
import type { Refusal } from '../../domain/ledger/refusal.ts'
import { callHook } from '../book/batch-hook.ts'
import { DoneElsewhere } from '../book/submission.ts'
import type { Context } from '../context.ts'
import { rejectionOf } from '../http/rejection-of.ts'
import { readCurrentCatalog } from '../network/catalogs.ts'
import { forEachInTurn } from '../workers/for-each-alone.ts'
import { catalogOf, draftColumns, readDraftRows, type DraftRow } from './draft-rows.ts'
import { isByAdmins, recordPublications } from './record-publications.ts'
import { returnOutdated, sendBack } from './return-outdated.ts'

const MAX_AT_ONCE = 10

/**
 * Publishes the approved drafts whose time has come, in order of time. Returns those that another
 * publication has outdated, even before their time. One that fails doesn't keep the others waiting.
 */
export async function publishDueDrafts(context: Context): Promise<void> {
  const isDue = draftColumns.and([
    draftColumns('catalog_drafts.state', '=', lit('approved')),
    draftColumns('catalog_drafts.starts_at', '<=', now),
  ])
  const due = await readDraftRows(context.db, isDue, { limit: MAX_AT_ONCE })
  const inOrder = due.toSorted((a, b) => Number(a.starts_at) - Number(b.starts_at))
  try {
    await forEachInTurn(inOrder, (row) => publishDraft(context, row))
  } finally {
    await returnOutdated(context)
  }
}

/** Publishes a due draft, or returns it if that can't be done. */
async function publishDraft(context: Context, row: DraftRow): Promise<void> {
  const { db, log } = context
  const { version } = await readCurrentCatalog(db)
  if (version !== row.base_version) return
  if (!(await isByAdmins(db, row))) {
    return await sendBack(context, row, 'Its proposer or approver is no longer an admin.')
  }
  try {
    const refusal = await submitDraft(context, row)
    if (refusal) {
      log.error({ draft: String(row.no), refusal: refusal.code }, 'draft not published')
      await sendBack(context, row, `Publication was refused: ${refusal.code}.`)
    }
  } catch (error) {
    if (error instanceof DoneElsewhere) return
    // Not the draft's fault: the ledger or the database is away. The next round tries again.
    if (!(error instanceof Error) || rejectionOf(error)) throw error
    log.error({ draft: String(row.no), err: error }, 'draft not published')
    // The error's own text is for the log. It may name tables, and says nothing to staff.
    await sendBack(context, row, 'Publication failed unexpectedly. The log has the reason.')
  }
}

/** Returns the rules' refusal; null if the draft is in force. */
async function submitDraft({ book }: Context, row: DraftRow): Promise<Refusal | null> {
  const operator = row.approved_by ?? ''
  const result = await book.submit({
    command: { kind: 'publish_catalog', catalog: catalogOf(row), operator },
    by: { operator },
    hook: callHook(recordPublications, row),
  })
  return result.accepted ? null : result.refusal
}
