/** New values for failed rows. One admin proposes them, and another approves. */
import type { z } from 'zod'
import { MAX_CORRECTIONS_LISTED } from '../../contract/fields/limits.ts'
import { reject, requireFound } from '../../contract/refusals/reject.ts'
import type { ImportCorrection } from '../../contract/subjects/member-imports.ts'
import { isDuplicate } from '../../db/errors.ts'
import { countAll, lower, now } from '../../db/expressions.ts'
import type { Db, RowOf, Tx } from '../../db/types.ts'
import { audit, type By } from '../audit/audit.ts'
import { lockAdmins, requireAdmin, requireTwoAdmins } from '../rights/active-admins.ts'
import { lockApproved, resume } from './failed-rows.ts'
import { checkForm, isSame, requireOwnName, type Form } from './check-correction.ts'
import type { Own } from './check/check-file.ts'
import { selectOpen } from './open-corrections.ts'
import { byNo, readImports, type Import } from './read-imports.ts'
import { cellsOf, readNames } from './row-cells.ts'

type Answer = z.infer<typeof ImportCorrection>

/** What a correction may change. */
const CELLS = ['username', 'email', 'sponsor', 'sponsor_no', 'plans', 'side', 'language'] as const
type Cells = RowOf<'member_import_rows', (typeof CELLS)[number]>

const readRow = (tx: Tx, no: number, line: number) =>
  tx
    .selectFrom('member_import_rows')
    .select(['import_no', 'state', ...CELLS])
    .where('import_no', '=', no)
    .where('line', '=', line)
    .executeTakeFirst()

/** Names of changed columns. The audit log is permanent, so it has none of the values. */
const changedColumns = (was: Cells, values: Partial<Cells>): string[] =>
  CELLS.filter((column) => was[column] !== values[column])
    .map((column) => (column === 'sponsor_no' ? 'sponsor' : column))
    .filter((column, at, all) => all.indexOf(column) === at)

export async function correctRow(own: Own, no: number, form: Form, by: By): Promise<Answer> {
  try {
    return await own.db.transaction().execute(async (tx) => {
      await requireAdmin(tx, by.operator)
      await lockApproved(tx, no)
      const row = requireFound(await readRow(tx, no, form.row))
      if (row.state !== 'failed') throw reject('wrong_import_state')
      const values = await checkForm({ ...own, db: tx }, row, form)
      await requireOwnName(tx, no, form.row, values.username)
      const added = await tx
        .insertInto('member_import_corrections')
        .values({ import_no: no, line: form.row, proposed_by: by.operator, ...values })
        .returning('no')
        .executeTakeFirstOrThrow()
      const after = { row: form.row, columns: changedColumns(row, values) }
      const entry = { ...by, action: 'propose import correction', object: `import ${no}`, after }
      await audit(tx, [entry])
      return requireFound((await readCorrections(tx, added.no))[0])
    })
  } catch (error) {
    if (isDuplicate(error)) throw reject('correction_pending')
    throw error
  }
}

async function readCorrections(db: Db | Tx, no: number | null): Promise<Answer[]> {
  const rows = await selectOpen(db)
    .innerJoin('member_imports as i', 'i.no', 'c.import_no')
    .select([
      'c.no',
      'c.import_no',
      'c.line',
      'c.username',
      'c.email',
      'c.sponsor',
      'c.sponsor_no',
      'c.plans',
      'c.side',
      'c.language',
      'c.proposed_by',
      'c.proposed_at',
    ])
    .select(['i.name', 'r.username as was_username', 'r.email as was_email'])
    .select(['r.sponsor as was_sponsor', 'r.sponsor_no as was_sponsor_no'])
    .select(['r.plans as was_plans', 'r.side as was_side', 'r.language as was_language'])
    .$if(no !== null, (query) => query.where('c.no', '=', no ?? 0))
    .orderBy('c.no')
    .limit(MAX_CORRECTIONS_LISTED)
    .execute()
  const both = rows.map((row) => ({
    row,
    was: {
      username: row.was_username,
      email: row.was_email,
      sponsor: row.was_sponsor,
      sponsor_no: row.was_sponsor_no,
      plans: row.was_plans,
      side: row.was_side,
      language: row.was_language,
    },
  }))
  const names = await readNames(
    db,
    both.flatMap(({ row, was }) => [row.sponsor_no, was.sponsor_no]),
  )
  return both.map(({ row, was }) => ({
    id: String(row.no),
    import_id: String(row.import_no),
    import_name: row.name,
    row: row.line,
    ...cellsOf(row, names),
    was: cellsOf(was, names),
    proposed_by: row.proposed_by,
    proposed_at: row.proposed_at.toISOString(),
  }))
}

/** Undecided corrections, oldest first. */
export async function listCorrections(db: Db) {
  const { count } = await selectOpen(db).select(countAll.as('count')).executeTakeFirstOrThrow()
  return { count, results: await readCorrections(db, null) }
}

/** Approves a correction that another admin proposed, or discards one. */
export async function decideCorrection(
  db: Db,
  no: number,
  state: 'approved' | 'discarded',
  by: By,
): Promise<Import> {
  return await db.transaction().execute(async (tx) => {
    const own = tx.selectFrom('member_import_corrections').where('no', '=', no)
    const found = requireFound(await own.select(['import_no', 'proposed_by']).executeTakeFirst())
    const { proposed_by: proposer } = found
    const admins = await lockAdmins(tx, [proposer, by.operator])
    // Skipping a row takes the locks in the same order.
    await lockApproved(tx, found.import_no)
    const correction = await own
      .select(['import_no', 'line', 'state', ...CELLS])
      .forUpdate()
      .executeTakeFirstOrThrow()
    if (correction.state !== 'proposed') throw reject('already_decided')
    const isApproval = state === 'approved'
    const pair = { isApproval, proposer, decider: by.operator }
    requireTwoAdmins(admins, pair, 'already_decided')
    const decision = { state, decided_by: by.operator, decided_at: now }
    await tx.updateTable('member_import_corrections').set(decision).where('no', '=', no).execute()
    if (isApproval) await apply(tx, correction)
    const { import_no: of, line } = correction
    const action = isApproval ? 'approve import correction' : 'discard import correction'
    await audit(tx, [{ ...by, action, object: `import ${of}`, after: { row: line } }])
    return requireFound((await readImports(tx, byNo(of)))[0])
  })
}

type Correction = RowOf<'member_import_corrections', 'import_no' | 'line' | (typeof CELLS)[number]>

/** Puts the new values into the row, and lets it and the rows below it wait again. */
async function apply(tx: Tx, correction: Correction): Promise<void> {
  const { import_no: no, line, username, email, sponsor, sponsor_no: under } = correction
  const was = await readRow(tx, no, line)
  if (was?.state !== 'failed') throw reject('wrong_import_state')
  const { plans, side, language } = correction
  await tx
    .updateTable('member_import_rows')
    .set({ username, email, sponsor, sponsor_no: under, plans, side, language })
    .set({ state: 'waiting', failure: null, skipped_by: null, skipped_at: null, skip_reason: null })
    // The rows below it are always deeper.
    .$if(under !== null, (query) => query.set({ depth: 0 }))
    .where('import_no', '=', no)
    .where('line', '=', line)
    .execute()
  if (!isSame(was.username, username)) await rename(tx, no, was.username, username)
  await resume(tx, no)
}

/** Rows below, and corrections of them, name their sponsor by username. */
async function rename(tx: Tx, no: number, from: string, to: string): Promise<void> {
  for (const table of ['member_import_rows', 'member_import_corrections'] as const) {
    await tx
      .updateTable(table)
      .set({ sponsor: to })
      .where('import_no', '=', no)
      .where((eb) => eb(lower(eb.ref('sponsor')), '=', lower(from)))
      .execute()
  }
}
