/** An admin's choices for failed rows: retry them, or skip them. */
import { reject, requireFound } from '../../contract/refusals/reject.ts'
import { anyOf, lit, now } from '../../db/expressions.ts'
import type { Db, Tx } from '../../db/types.ts'
import { audit, type By } from '../audit/audit.ts'
import { lockImports } from './lock-imports.ts'
import { BLOCKED, byNo, readImports, type Import } from './read-imports.ts'

/**
 * Locks an import whose failed rows can still be retried. Once we delete the names in its rows,
 * retrying one would create a member without a name.
 */
export async function lockApproved(tx: Tx, no: number): Promise<void> {
  const { state, is_erased: isErased } = requireFound((await lockImports(tx, byNo(no)))[0])
  if (isErased === true) throw reject('wrong_import_state')
  if (state !== 'approved' && state !== 'finished') throw reject('wrong_import_state')
}

/** Resumes an import. Blocked rows wait again, and fail again if their sponsors still do. */
export async function resume(tx: Tx, no: number): Promise<void> {
  await tx
    .updateTable('member_import_rows')
    .set({ state: 'waiting', failure: null })
    .where('import_no', '=', no)
    .where('state', '=', lit('failed'))
    .where('failure', '=', BLOCKED)
    .where('skipped_at', 'is', null)
    .execute()
  await tx
    .updateTable('member_imports')
    .set({ state: 'approved', finished_at: null })
    .where('no', '=', no)
    .execute()
}

type Chosen = { readonly rows?: readonly number[] | undefined }

/** Retries rows unchanged: the given ones, or all that failed and weren't skipped. */
export async function retryRows(db: Db, no: number, { rows }: Chosen, by: By): Promise<Import> {
  return await db.transaction().execute(async (tx) => {
    await lockApproved(tx, no)
    const retried = await tx
      .updateTable('member_import_rows')
      .set({
        state: 'waiting',
        failure: null,
        skipped_by: null,
        skipped_at: null,
        skip_reason: null,
      })
      .where('import_no', '=', no)
      .where('state', '=', lit('failed'))
      .$if(rows !== undefined, (query) => query.where('line', '=', anyOf(rows ?? [], 'int')))
      .$if(rows === undefined, (query) => query.where('skipped_at', 'is', null))
      .returning('line')
      .execute()
    if (retried.length === 0) throw reject('wrong_import_state')
    await resume(tx, no)
    const after = { rows: linesOf(retried) }
    await audit(tx, [{ ...by, action: 'retry import rows', object: `import ${no}`, after }])
    return requireFound((await readImports(tx, byNo(no)))[0])
  })
}

type Skipped = Chosen & { readonly expected?: number | undefined; readonly reason: string }

/** Skips rows: the given ones, or all that failed for a reason of their own. */
export async function skipRows(
  db: Db,
  no: number,
  { rows, expected, reason }: Skipped,
  by: By,
): Promise<Import> {
  return await db.transaction().execute(async (tx) => {
    await lockApproved(tx, no)
    const skipped = await tx
      .updateTable('member_import_rows')
      .set({ skipped_by: by.operator, skipped_at: now, skip_reason: reason })
      .where('import_no', '=', no)
      .where('state', '=', lit('failed'))
      .where('skipped_at', 'is', null)
      .$if(rows !== undefined, (query) => query.where('line', '=', anyOf(rows ?? [], 'int')))
      .$if(rows === undefined, (query) => query.where('failure', '<>', BLOCKED))
      .returning('line')
      .execute()
    if (skipped.length === 0) throw reject('wrong_import_state')
    if (expected !== undefined && expected !== skipped.length) throw reject('import_changed')
    const lines = skipped.map(({ line }) => line)
    const entry = { ...by, action: 'skip import rows', object: `import ${no}`, reason }
    await audit(tx, [{ ...entry, after: { rows: linesOf(skipped) } }])
    await discardCorrections(tx, no, lines, by)
    return requireFound((await readImports(tx, byNo(no)))[0])
  })
}

async function discardCorrections(tx: Tx, no: number, lines: number[], by: By): Promise<void> {
  const discarded = await tx
    .updateTable('member_import_corrections')
    .set({ state: 'discarded', decided_by: by.operator, decided_at: now })
    .where('import_no', '=', no)
    .where('line', '=', anyOf(lines, 'int'))
    .where('state', '=', lit('proposed'))
    .returning('line')
    .execute()
  const entry = { ...by, action: 'discard import correction', object: `import ${no}` }
  await audit(
    tx,
    discarded.map(({ line }) => ({ ...entry, after: { row: line } })),
  )
}

/** The rows' numbers, as the audit log has them: an import has up to 10,000. */
const linesOf = (rows: readonly { line: number }[]): string => {
  const lines = rows.map(({ line }) => line).toSorted((one, other) => one - other)
  return lines.length > 100 ? `${lines.length} rows` : lines.join(', ')
}
