import type { z } from 'zod'
import type { OperatorUnattributed } from '../../../contract/subjects/deposit.ts'
import type { Condition } from '../../../db/expressions.ts'
import type { Db } from '../../../db/types.ts'
import { readClaims } from '../../claims/claims.ts'
import type { Slice } from '../../http/paging.ts'
import { readUnattributed } from '../queries.ts'
import { showUnattributed } from '../show-unattributed.ts'

export type UnmatchedAnswer = z.infer<typeof OperatorUnattributed>

/** Unmatched transfers that match a condition, as operators see them, newest first by default. */
export async function readForOperators(
  db: Db,
  condition: Condition,
  slice?: Slice,
): Promise<UnmatchedAnswer[]> {
  const rows = await readUnattributed(db, condition, slice)
  const numbers = rows.map(({ no }) => no)
  const claims = await readClaims(db, 'unattributed', numbers)
  return rows.map((row) => ({
    ...showUnattributed(row),
    username: row.username,
    claim: claims.get(String(row.no)) ?? null,
  }))
}
