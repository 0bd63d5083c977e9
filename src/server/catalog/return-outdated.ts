import { Rejection } from '../../contract/refusals/reject.ts'
import { lit } from '../../db/expressions.ts'
import type { Tx } from '../../db/types.ts'
import type { Context } from '../context.ts'
import { enqueueEmails } from '../email/outbox.ts'
import { draftReturnedEmail } from '../email/staff-emails.ts'
import { findCurrentCatalog } from '../network/catalogs.ts'
import { forEachInTurn } from '../workers/for-each-alone.ts'
import { draftColumns, readDraftRows, type DraftRow } from './draft-rows.ts'
import { returnDraft } from './drafts.ts'

const MAX_AT_ONCE = 10

type Deps = Pick<Context, 'db' | 'config'>

/** Returns proposals that can't be published because another catalog is in force. */
export async function returnOutdated(context: Deps): Promise<void> {
  const { db } = context
  const current = await findCurrentCatalog(db)
  // At the first start, before a ledger process has founded the ledger, there are no drafts either.
  if (current === null) return
  const { version } = current
  const isOutdated = draftColumns.and([
    draftColumns('catalog_drafts.state', 'in', [lit('proposed'), lit('approved')]),
    draftColumns('catalog_drafts.base_version', '<>', version),
  ])
  const outdated = await readDraftRows(db, isOutdated, { limit: MAX_AT_ONCE })
  await forEachInTurn(outdated, async (row) => {
    const was = `Made of version ${row.base_version}, but version ${version} is in force.`
    await sendBack(context, row, was)
  })
}

/**
 * Turns it back into a draft for an admin to review, and emails the alert mailbox. Otherwise we
 * would retry it forever.
 */
export async function sendBack(
  { db, config }: Deps,
  draft: DraftRow,
  reason: string,
): Promise<void> {
  const by = { operator: 'publication', requestId: 'catalogs' }
  const content = draftReturnedEmail(String(draft.no), reason)
  const email = { to: config.alertEmail, kind: 'security' as const, content }
  const also = (tx: Tx) => enqueueEmails(tx, [email])
  try {
    await returnDraft(db, draft.no, reason, by, { revision: draft.revision, also })
  } catch (error) {
    // Another process was first.
    if (!(error instanceof Rejection)) throw error
  }
}
