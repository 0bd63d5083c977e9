import { IMPORT_OPEN_DAYS } from '../../contract/fields/limits.ts'
import { ago, lit, now } from '../../db/expressions.ts'
import type { Db } from '../../db/types.ts'
import { audit } from '../audit/audit.ts'

/** Discards undecided imports, so that the names in them aren't kept forever. */
export async function expireImports(db: Db): Promise<number> {
  const by = { operator: 'time limit', requestId: 'time limit' }
  return await db.transaction().execute(async (tx) => {
    const rows = await tx
      .updateTable('member_imports')
      .set({ state: 'discarded', decided_by: by.operator, decided_at: now })
      .where('state', '=', lit('proposed'))
      .where('proposed_at', '<', ago('days', IMPORT_OPEN_DAYS))
      .returning('no')
      .execute()
    const reason = `Nobody decided it within ${IMPORT_OPEN_DAYS} days.`
    const entry = { ...by, action: 'discard import', reason, after: { state: 'discarded' } }
    await audit(
      tx,
      rows.map(({ no }) => ({ ...entry, object: `import ${no}` })),
    )
    return rows.length
  })
}
