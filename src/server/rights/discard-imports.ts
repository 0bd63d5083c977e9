import { expressionBuilder } from 'kysely'
import { lit, now, type Condition } from '../../db/expressions.ts'
import type { Database, Tx } from '../../db/types.ts'
import { audit, type By } from '../audit/audit.ts'

/** The columns of an import, for conditions. */
export const importColumns = expressionBuilder<Database, 'member_imports'>()

/** Discards undecided imports that match a condition, and audits it. Returns how many. */
export async function discardImports(
  tx: Tx,
  condition: Condition,
  by: By,
  reason: string,
): Promise<number> {
  const rows = await tx
    .updateTable('member_imports')
    .set({ state: 'discarded', decided_by: by.operator, decided_at: now })
    .where('state', '=', lit('proposed'))
    .where(condition)
    .returning('no')
    .execute()
  const entry = { ...by, action: 'discard import', reason, after: { state: 'discarded' } }
  await audit(
    tx,
    rows.map(({ no }) => ({ ...entry, object: `import ${no}` })),
  )
  return rows.length
}
