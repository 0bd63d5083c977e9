import type { z } from 'zod'
import { rejectField, requireFound } from '../../contract/refusals/reject.ts'
import type { rowCorrection } from '../../contract/subjects/member-imports.ts'
import { text } from '../../contract/texts/texts.ts'
import { lit, lower } from '../../db/expressions.ts'
import type { RowOf, Tx } from '../../db/types.ts'
import type { Own } from './check/check-file.ts'
import { checkRows } from './check/check-rows.ts'
import { findTakenNames } from './check/taken-names.ts'
import { selectProposed } from './open-corrections.ts'
import { bitsOf } from './plan-bits.ts'

export type Form = z.output<typeof rowCorrection>
type Row = RowOf<'member_import_rows', 'import_no' | 'sponsor'>

export const isSame = (one: string | null, other: string): boolean =>
  one?.toLowerCase() === other.toLowerCase()

/** The new values of a row, checked like those of a file. */
export async function checkForm(
  { db, config }: Pick<Own, 'config'> & { db: Tx },
  was: Row,
  { row: line, ...cells }: Form,
) {
  const known = await findTakenNames(db, [cells.username, cells.sponsor], [cells.email])
  // An unchanged sponsor means the sponsor's row, even if a member has that name now.
  const hasSameSponsor =
    isSame(was.sponsor, cells.sponsor) && !(await isSkipped(db, was.import_no, cells.sponsor))
  const checked = { ...cells, ...(hasSameSponsor && { sponsor: '' }) }
  const { rows, problems } = checkRows(
    [{ line, cells: checked, wrongCount: null }],
    known,
    config.brand.language,
  )
  const [problem] = problems
  if (problem) throw rejectField(problem.column ?? 'username', problem.text)
  const good = requireFound(rows[0])
  const own = hasSameSponsor
    ? { sponsor: was.sponsor, sponsor_no: null }
    : { sponsor: null, sponsor_no: good.sponsorNo }
  const { username, email, plans, side, language } = good
  return { username, email, ...own, plans: bitsOf(plans), side, language }
}

/** Whether the sponsor's row is skipped, so that the name can only be a member's. */
async function isSkipped(db: Tx, no: number, sponsor: string): Promise<boolean> {
  const row = await db
    .selectFrom('member_import_rows')
    .select('skipped_at')
    .where('import_no', '=', no)
    .where((eb) => eb(lower(eb.ref('username')), '=', lower(sponsor)))
    .executeTakeFirst()
  return row !== undefined && row.skipped_at !== null
}

/**
 * Rows below name their sponsor by username, so names are unique within an import. Names that await
 * approval count as well, so approving one never fails for that.
 */
export async function requireOwnName(tx: Tx, no: number, line: number, username: string) {
  const other = await tx
    .selectFrom('member_import_rows')
    .select('line')
    .where('import_no', '=', no)
    .where('line', '<>', line)
    .where((eb) => eb(lower(eb.ref('username')), '=', lower(username)))
    .unionAll(
      selectProposed(tx)
        .select('c.line')
        .where('c.import_no', '=', no)
        .where('c.line', '<>', line)
        .where('r.state', '<>', lit('done'))
        .where((eb) => eb(lower(eb.ref('c.username')), '=', lower(username))),
    )
    .executeTakeFirst()
  if (other) throw rejectField('username', text('import_row_named', { row: other.line }))
}
