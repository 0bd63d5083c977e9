import type { z } from 'zod'
import { MAX_IMPORT_PROBLEMS } from '../../../contract/fields/limits.ts'
import type { importFile, MemberImportCheck } from '../../../contract/subjects/member-imports.ts'
import { answerText } from '../../../contract/texts/texts.ts'
import { lit } from '../../../db/expressions.ts'
import type { Db } from '../../../db/types.ts'
import { KIND_CODES } from '../../book/rows/ledger-rows.ts'
import type { Context } from '../../context.ts'
import { checkRows, type CheckedRows } from './check-rows.ts'
import { findTakenNames } from './taken-names.ts'
import { readCsv } from './read-csv.ts'

export type ImportFile = z.output<typeof importFile>
export type Own = Pick<Context, 'db' | 'config'>
type Check = z.infer<typeof MemberImportCheck>

export const bytesOf = ({ content }: ImportFile): Buffer => Buffer.from(content, 'base64')

type Read = CheckedRows & { readonly count: number; readonly fault: Check['fault'] }

/** The rows of a file, checked against each other and against existing members. */
export async function readMembers({ db, config }: Own, file: ImportFile): Promise<Read> {
  const csv = readCsv(bytesOf(file))
  if ('fault' in csv) return { rows: [], problems: [], count: 0, fault: answerText(csv.fault) }
  const names = csv.rows.flatMap(({ cells }) => [cells.username ?? '', cells.sponsor ?? ''])
  const addresses = csv.rows.map(({ cells }) => cells.email ?? '')
  const known = await findTakenNames(db, names, addresses)
  const checked = checkRows(csv.rows, known, config.brand.language)
  return { ...checked, count: csv.rows.length, fault: null }
}

/** The effect that importing a file would have. */
export async function checkImport(own: Own, file: ImportFile): Promise<Check> {
  const { rows, problems, count, fault } = await readMembers(own, file)
  const bad = [...new Set(problems.map(({ line }) => line))]
  const named = new Set(bad.slice(0, MAX_IMPORT_PROBLEMS))
  return {
    rows: count,
    good: rows.length,
    bad: bad.length,
    seats: rows.reduce((sum, { plans }) => sum + plans.length, 0),
    has_paid_seats: await hasPaidSeats(own.db),
    fault,
    problems: problems
      .filter(({ line }) => named.has(line))
      .map(({ line, column, value, text: said }) => ({
        row: line,
        column,
        value,
        ...answerText(said),
      })),
  }
}

async function hasPaidSeats(db: Db): Promise<boolean> {
  const found = await db
    .selectFrom('journals')
    .select('no')
    .where('kind', '=', lit(KIND_CODES.activation))
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}
