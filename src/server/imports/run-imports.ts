/** Turns the rows of approved imports into members: sponsors first, one command each. */
import { anyOf, lit, now, subquery } from '../../db/expressions.ts'
import type { Db } from '../../db/types.ts'
import { callHook } from '../book/batch-hook.ts'
import { DoneElsewhere } from '../book/submission.ts'
import type { Context } from '../context.ts'
import { repeat, type Worker } from '../workers/repeat.ts'
import { insertImported } from './import-hook.ts'
import { invite } from './invite.ts'
import { findTakenNames, findConflict } from './check/taken-names.ts'
import { lockImports } from './lock-imports.ts'
import { plansIn } from './plan-bits.ts'
import { BLOCKED, byNo, inState } from './read-imports.ts'
import { replaceTakenCodes } from './referral-codes.ts'
import { isSponsorRow } from './sponsor-row.ts'

const EVERY_MS = 5_000
/** The number of rows to submit together. The ledger keeps their order. */
const MAX_ROWS = 100

type Running = Pick<Context, 'db' | 'book' | 'config' | 'log' | 'stopping'>

export function startImports(context: Running): Worker {
  const { log, stopping } = context
  return repeat({ name: 'imports', everyMs: EVERY_MS, log, stopping }, async () => {
    while (!stopping.aborted && (await importSome(context)));
    await invite(context)
  })
}

type Row = Awaited<ReturnType<typeof readNext>>[number]

/** The next rows of one depth, whose sponsors are already settled. */
async function readNext(db: Db) {
  const next = await db
    .selectFrom('member_imports as i')
    .innerJoin('member_import_rows as r', 'r.import_no', 'i.no')
    .select(['r.import_no', 'r.depth'])
    .where('i.state', '=', lit('approved'))
    .where('r.state', '=', lit('waiting'))
    .orderBy('r.import_no')
    .orderBy('r.depth')
    .limit(1)
    .executeTakeFirst()
  if (!next) return []
  return await db
    .selectFrom('member_import_rows as r')
    .leftJoin('member_import_rows as up', (join) => join.on(isSponsorRow))
    .select(['r.import_no', 'r.line', 'r.username', 'r.email', 'r.plans', 'r.side'])
    .select('r.referral_code')
    .select((eb) => eb.fn.coalesce('r.sponsor_no', 'up.member_no').as('sponsor'))
    .where('r.import_no', '=', next.import_no)
    .where('r.depth', '=', next.depth)
    .where('r.state', '=', lit('waiting'))
    .orderBy('r.line')
    .limit(MAX_ROWS)
    .execute()
}

/**
 * Settles the next rows.
 * @returns whether some were settled and more may wait
 */
export async function importSome({ db, book }: Pick<Running, 'db' | 'book'>): Promise<boolean> {
  const rows = await readNext(db)
  if (rows.length === 0) return await finish(db)
  await replaceTakenCodes(db, rows)
  const known = await findTakenNames(
    db,
    rows.map(({ username }) => username),
    rows.map(({ email }) => email),
  )
  const faultOf = (row: Row): string | null => {
    if (row.sponsor === null) return BLOCKED
    return row.username === '' || row.email === '' ? 'invalid_value' : findConflict(known, row)
  }
  const checked = rows.map((row) => ({ row, fault: faultOf(row) }))
  await failRows(db, checked)
  const good = checked.filter(({ fault }) => fault === null)
  const tried = await Promise.all(
    good.map(async ({ row }) => ({ row, fault: await submitRow(book, row) })),
  )
  await failRows(
    db,
    tried.filter(({ fault }) => fault !== 'later'),
  )
  return good.length < rows.length || tried.some(({ fault }) => fault !== 'later')
}

/** @returns the code of its refusal; `later` if a retry may succeed; null when it is done */
async function submitRow(book: Context['book'], row: Row): Promise<string | null> {
  const { import_no: no, line } = row
  const side = row.side === 0 || row.side === 1 ? row.side : null
  try {
    const result = await book.submit({
      command: {
        kind: 'import_member',
        sponsor: row.sponsor ?? 0,
        plans: plansIn(row.plans),
        side,
      },
      by: { system: 'import' },
      hook: callHook(insertImported, { import: no, line, side }),
    })
    if (result.accepted) return null
    const { code } = result.refusal
    return code === 'older_rules' ? 'later' : code
  } catch (error) {
    // Another process did it, or someone has just taken a name. The next round sees which.
    if (error instanceof DoneElsewhere) return 'later'
    throw error
  }
}

type Tried = { readonly row: Row; readonly fault: string | null }

/**
 * Marks failed rows. While we decide about rows below a failed sponsor, an admin may retry the
 * sponsor. So these rows fail only if the sponsor is still failed, under the lock that admins take.
 */
async function failRows(db: Db, tried: readonly Tried[]): Promise<void> {
  const failed = tried.filter(({ fault }) => fault !== null)
  const [first] = failed
  if (!first) return
  const { import_no: no } = first.row
  await db.transaction().execute(async (tx) => {
    await lockImports(tx, byNo(no))
    for (const [failure, own] of Map.groupBy(failed, ({ fault }) => fault)) {
      const lines = own.map(({ row }) => row.line)
      await tx
        .updateTable('member_import_rows as r')
        .set({ state: 'failed', failure })
        .where('r.import_no', '=', no)
        .where('r.line', '=', anyOf(lines, 'int'))
        .where('r.state', '=', lit('waiting'))
        .$if(failure === BLOCKED, (query) => query.where(hasFailedSponsor))
        .execute()
    }
  })
}

const hasFailedSponsor = subquery.not(
  subquery.exists(
    subquery
      .selectFrom('member_import_rows as up')
      .select('up.line')
      .where(isSponsorRow)
      .where('up.state', '<>', lit('failed')),
  ),
)

/**
 * Ends imports without waiting rows. It takes the lock first. Otherwise, a statement that waited
 * for an admin's retry would count the rows as they were before it.
 */
async function finish(db: Db): Promise<false> {
  await db.transaction().execute(async (tx) => {
    const open = await lockImports(tx, inState('approved'))
    if (open.length === 0) return
    const numbers = open.map(({ no }) => no)
    await tx
      .updateTable('member_imports')
      .set({ state: 'finished', finished_at: now })
      .where('no', '=', anyOf(numbers, 'int'))
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('member_import_rows as r')
              .select('r.line')
              .whereRef('r.import_no', '=', 'member_imports.no')
              .where('r.state', '=', lit('waiting')),
          ),
        ),
      )
      .execute()
  })
  return false
}
