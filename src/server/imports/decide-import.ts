import { reject, requireFound } from '../../contract/refusals/reject.ts'
import { now } from '../../db/expressions.ts'
import type { Db } from '../../db/types.ts'
import { audit, type By } from '../audit/audit.ts'
import { lockImports } from './lock-imports.ts'
import { byNo, readImports, type Import } from './read-imports.ts'

/** Approves an import that another admin proposed, or discards one. */
export async function decideImport(
  db: Db,
  no: number,
  state: 'approved' | 'discarded',
  by: By,
): Promise<Import> {
  return await db.transaction().execute(async (tx) => {
    const { state: was, proposed_by } = requireFound((await lockImports(tx, byNo(no)))[0])
    if (was !== 'proposed') throw reject('wrong_import_state')
    const isOwn = proposed_by === by.operator
    if (state === 'approved' && isOwn) throw reject('self_approval')
    const decision = { state, decided_by: by.operator, decided_at: now }
    await tx.updateTable('member_imports').set(decision).where('no', '=', no).execute()
    const action = state === 'approved' ? 'approve import' : 'discard import'
    const entry = { ...by, action, object: `import ${no}` }
    await audit(tx, [{ ...entry, before: { state: was, proposed_by }, after: { state } }])
    return requireFound((await readImports(tx, byNo(no)))[0])
  })
}
