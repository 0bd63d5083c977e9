import { IMPORT_OPEN_DAYS } from '../../contract/fields/limits.ts'
import { ago } from '../../db/expressions.ts'
import type { Db } from '../../db/types.ts'
import { discardImports, importColumns } from '../rights/discard-imports.ts'

/** Discards undecided imports, so that the names in them aren't kept forever. */
export async function expireImports(db: Db): Promise<number> {
  const by = { operator: 'time limit', requestId: 'time limit' }
  const reason = `Nobody decided it within ${IMPORT_OPEN_DAYS} days.`
  const isOld = importColumns('proposed_at', '<', ago('days', IMPORT_OPEN_DAYS))
  return await db.transaction().execute((tx) => discardImports(tx, isOld, by, reason))
}
