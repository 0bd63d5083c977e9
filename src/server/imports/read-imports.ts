import { expressionBuilder } from 'kysely'
import type { z } from 'zod'
import {
  IMPORT_KEPT_DAYS,
  MAX_IMPORT_PROBLEMS,
  MAX_IMPORTS_LISTED,
} from '../../contract/fields/limits.ts'
import type { MemberImport, MemberImportDetail } from '../../contract/subjects/member-imports.ts'
import { answerText, templates } from '../../contract/texts/texts.ts'
import { everyRow, lit, type Condition } from '../../db/expressions.ts'
import type { Database, Db, RowOf, Tx } from '../../db/types.ts'
import { hasKey } from '../../domain/records.ts'
import { DAY_MS } from '../../domain/time/time.ts'
import { cellsOf, readNames } from './row-cells.ts'
import { isSponsorRow } from './sponsor-row.ts'

export type Import = z.infer<typeof MemberImport>
type Detail = z.infer<typeof MemberImportDetail>

const columns = expressionBuilder<Database, 'member_imports'>()
export const byNo = (no: number): Condition => columns('member_imports.no', '=', no)
export const inState = (state: RowOf<'member_imports'>['state']): Condition =>
  columns('member_imports.state', '=', state)

/** The code of rows that fail only because their sponsor's row failed. */
export const BLOCKED = 'import_sponsor_failed'

const rowColumns = expressionBuilder<Database & { r: Database['member_import_rows'] }, 'r'>()
const hasFailed = rowColumns('r.state', '=', lit('failed'))
const isSkipped = rowColumns('r.skipped_at', 'is not', null)
const isOpen = rowColumns('r.skipped_at', 'is', null)
const isBlocked = rowColumns('r.failure', '=', lit(BLOCKED))
const { and, not } = rowColumns

/** Newest first, with their progress. */
export async function readImports(db: Db | Tx, where: Condition = everyRow): Promise<Import[]> {
  const rows = await db
    .selectFrom('member_imports')
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('member_import_rows as r')
          .select(({ fn }) => [
            fn.countAll<bigint>().as('rows'),
            fn.countAll<bigint>().filterWhere('r.state', '=', lit('done')).as('done'),
            fn
              .countAll<bigint>()
              .filterWhere(and([hasFailed, isOpen, not(isBlocked)]))
              .as('failed'),
            fn
              .countAll<bigint>()
              .filterWhere(and([hasFailed, isOpen, isBlocked]))
              .as('blocked'),
            fn
              .countAll<bigint>()
              .filterWhere(and([hasFailed, isSkipped]))
              .as('skipped'),
            fn.countAll<bigint>().filterWhere('r.invited_at', 'is not', null).as('invited'),
          ])
          .whereRef('r.import_no', '=', 'member_imports.no')
          .as('counts'),
      (join) => join.onTrue(),
    )
    .select([
      'member_imports.no',
      'member_imports.name',
      'member_imports.state',
      'member_imports.proposed_by',
      'member_imports.proposed_at',
      'member_imports.decided_by',
      'member_imports.decided_at',
      'member_imports.finished_at',
    ])
    .select([
      'counts.rows',
      'counts.done',
      'counts.failed',
      'counts.blocked',
      'counts.skipped',
      'counts.invited',
    ])
    .where(where)
    .orderBy('member_imports.no', 'desc')
    .limit(MAX_IMPORTS_LISTED)
    .execute()
  return rows.map((row) => ({
    id: String(row.no),
    name: row.name,
    state: row.state,
    rows: Number(row.rows),
    done: Number(row.done),
    failed: Number(row.failed),
    blocked: Number(row.blocked),
    skipped: Number(row.skipped),
    invited: Number(row.invited),
    proposed_by: row.proposed_by,
    proposed_at: row.proposed_at.toISOString(),
    decided_by: row.decided_by,
    decided_at: row.decided_at?.toISOString() ?? null,
    finished_at: row.finished_at?.toISOString() ?? null,
    names_until: namesUntil(row),
  }))
}

type Ends = Pick<RowOf<'member_imports'>, 'state' | 'decided_at' | 'finished_at'>

/** When we delete the names in an import's rows; null while it is under way. */
function namesUntil({ state, decided_at: decidedAt, finished_at: finishedAt }: Ends) {
  const endedAt = state === 'discarded' ? decidedAt : finishedAt
  if (!endedAt) return null
  return new Date(endedAt.getTime() + IMPORT_KEPT_DAYS * DAY_MS).toISOString()
}

const describeFailure = (code: string) =>
  answerText({ code: hasKey(templates, code) ? code : 'invalid_value', params: {} })

/** One import with its rows that failed; undefined if there is none with this number. */
export async function readImport(db: Db, no: number): Promise<Detail | undefined> {
  const [own] = await readImports(db, byNo(no))
  if (!own) return undefined
  const failed = await readFailed(db, no)
  const names = await readNames(
    db,
    failed.map((row) => row.sponsor_no),
  )
  const failures = failed.map(({ failure, ...row }) => {
    const isGivenUp = row.skipped_at !== null
    const blocked = failure === BLOCKED
    const left = blocked ? ('blocked' as const) : ('failed' as const)
    return {
      row: row.line,
      ...cellsOf(row, names),
      state: isGivenUp ? ('skipped' as const) : left,
      sponsor_row: blocked ? row.sponsor_line : null,
      skipped_by: row.skipped_by,
      skip_reason: row.skip_reason,
      ...describeFailure(failure ?? ''),
    }
  })
  return { ...own, failures }
}

/** Rows that need an admin first, then the rows that these block, then skipped ones. */
async function readFailed(db: Db, no: number) {
  return await db
    .selectFrom('member_import_rows as r')
    .leftJoin('member_import_rows as up', (join) => join.on(isSponsorRow))
    .select(['r.line', 'r.username', 'r.email', 'r.sponsor', 'r.sponsor_no', 'r.plans', 'r.side'])
    .select(['r.language', 'r.failure', 'r.skipped_at', 'r.skipped_by', 'r.skip_reason'])
    .select('up.line as sponsor_line')
    .where('r.import_no', '=', no)
    .where('r.state', '=', lit('failed'))
    .orderBy((eb) => eb('r.skipped_at', 'is not', null))
    .orderBy((eb) => eb('r.failure', '=', BLOCKED))
    .orderBy('r.line')
    .limit(MAX_IMPORT_PROBLEMS)
    .execute()
}
