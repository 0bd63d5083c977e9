import { hash } from 'node:crypto'
import { MAX_IMPORTS_WAITING } from '../../contract/fields/limits.ts'
import { reject, requireFound } from '../../contract/refusals/reject.ts'
import { takeTurn } from '../../db/named-locks.ts'
import { countAll, lit } from '../../db/expressions.ts'
import type { Tx } from '../../db/types.ts'
import { audit, type By } from '../audit/audit.ts'
import { passGate } from '../authority/gated-db.ts'
import { requireAdmin } from '../rights/active-admins.ts'
import { bytesOf, readMembers, type ImportFile, type Own } from './check/check-file.ts'
import type { ImportRow } from './check/check-rows.ts'
import { bitsOf } from './plan-bits.ts'
import { byNo, readImports, type Import } from './read-imports.ts'
import { newReferralCode } from '../auth/referral-code.ts'

/** How many levels each row is below a sponsor outside the file. */
export function depthsOf(rows: readonly ImportRow[]): Map<ImportRow, number> {
  const named = new Map(rows.map((row) => [row.username.toLowerCase(), row]))
  const depths = new Map<ImportRow, number>()
  for (const row of rows) {
    const path: ImportRow[] = []
    let at: ImportRow | undefined = row
    while (at && !depths.has(at)) {
      path.push(at)
      at = at.sponsorNo === null ? named.get((at.sponsor ?? '').toLowerCase()) : undefined
    }
    let depth = at ? (depths.get(at) ?? 0) + 1 : 0
    for (const each of path.toReversed()) depths.set(each, depth++)
  }
  return depths
}

const ROWS_AT_ONCE = 1_000

async function insertRows(tx: Tx, no: number, rows: readonly ImportRow[]): Promise<void> {
  const depths = depthsOf(rows)
  const values = rows.map((row) => ({
    import_no: no,
    line: row.line,
    depth: depths.get(row) ?? 0,
    username: row.username,
    email: row.email,
    sponsor: row.sponsorNo === null ? row.sponsor : null,
    sponsor_no: row.sponsorNo,
    plans: bitsOf(row.plans),
    side: row.side,
    language: row.language,
    referral_code: newReferralCode(),
  }))
  for (let at = 0; at < values.length; at += ROWS_AT_ONCE) {
    const some = values.slice(at, at + ROWS_AT_ONCE)
    await tx.insertInto('member_import_rows').values(some).execute()
  }
}

/**
 * Pending imports keep their rows, so we limit them, and the same file isn't pending twice. Only
 * one proposal at a time counts them.
 */
async function requireRoom(tx: Tx, sha256: string): Promise<void> {
  await takeTurn(tx, 'member_imports')
  const { waiting } = await tx
    .selectFrom('member_imports')
    .select(countAll.as('waiting'))
    .where('state', '=', lit('proposed'))
    .executeTakeFirstOrThrow()
  if (waiting >= MAX_IMPORTS_WAITING) throw reject('too_many_imports')
  const same = await tx
    .selectFrom('member_imports')
    .select('no')
    .where('sha256', '=', sha256)
    .where('state', 'in', [lit('proposed'), lit('approved')])
    .executeTakeFirst()
  if (same) throw reject('import_already_open')
}

/** Stores an error-free file until another admin decides. */
export async function proposeImport(own: Own, file: ImportFile, by: By): Promise<Import> {
  const { rows, problems, fault } = await readMembers(own, file)
  if (fault || problems.length > 0) throw reject('import_has_faults')
  const sha256 = hash('sha256', bytesOf(file))
  return await own.db.transaction().execute(async (tx) => {
    await requireRoom(tx, sha256)
    const { no } = await tx
      .insertInto('member_imports')
      .values({ name: file.name, sha256, proposed_by: by.operator })
      .returning('no')
      .executeTakeFirstOrThrow()
    await insertRows(tx, no, rows)
    // Last, because the rows take a while, and these locks delay changes of the admin's rights.
    await passGate(tx)
    await requireAdmin(tx, by.operator)
    const after = { name: file.name, sha256, rows: rows.length }
    await audit(tx, [{ ...by, action: 'propose import', object: `import ${no}`, after }])
    return requireFound((await readImports(tx, byNo(no)))[0])
  })
}
