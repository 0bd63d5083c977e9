import { expressionBuilder } from 'kysely'
import type { z } from 'zod'
import { MAX_IMPORT_PROBLEMS, MAX_IMPORTS_LISTED } from '../../contract/fields/limits.ts'
import type { MemberImport, MemberImportDetail } from '../../contract/subjects/member-imports.ts'
import { answerText, templates } from '../../contract/texts/texts.ts'
import { everyRow, lit, type Condition } from '../../db/expressions.ts'
import type { Database, Db, Tx } from '../../db/types.ts'
import { hasKey } from '../../domain/records.ts'

export type Import = z.infer<typeof MemberImport>
type Detail = z.infer<typeof MemberImportDetail>

const columns = expressionBuilder<Database, 'member_imports'>()
export const byNo = (no: number): Condition => columns('member_imports.no', '=', no)

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
            fn.countAll<bigint>().filterWhere('r.state', '=', lit('failed')).as('failed'),
            fn.countAll<bigint>().filterWhere('r.invited_at', 'is not', null).as('invited'),
          ])
          .whereRef('r.import_no', '=', 'member_imports.no')
          .as('counts'),
      (join) => join.onTrue(),
    )
    .selectAll()
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
    invited: Number(row.invited),
    proposed_by: row.proposed_by,
    proposed_at: row.proposed_at.toISOString(),
    decided_by: row.decided_by,
    decided_at: row.decided_at?.toISOString() ?? null,
    finished_at: row.finished_at?.toISOString() ?? null,
  }))
}

const sayFailure = (code: string) =>
  answerText({ code: hasKey(templates, code) ? code : 'invalid_value', params: {} })

/** One import with its rows that failed; undefined if there is none with this number. */
export async function readImport(db: Db, no: number): Promise<Detail | undefined> {
  const [own] = await readImports(db, byNo(no))
  if (!own) return undefined
  const failed = await db
    .selectFrom('member_import_rows')
    .select(['line', 'username', 'failure'])
    .where('import_no', '=', no)
    .where('state', '=', lit('failed'))
    .orderBy('line')
    .limit(MAX_IMPORT_PROBLEMS)
    .execute()
  const failures = failed.map(({ line, username, failure }) => ({
    row: line,
    username,
    ...sayFailure(failure ?? ''),
  }))
  return { ...own, failures }
}
