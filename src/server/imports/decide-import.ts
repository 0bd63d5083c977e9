import { reject, requireFound } from '../../contract/refusals/reject.ts'
import { now } from '../../db/expressions.ts'
import type { Db } from '../../db/types.ts'
import { audit, type By } from '../audit/audit.ts'
import { lockAdmins, requireTwoAdmins } from '../rights/active-admins.ts'
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
    const found = tx.selectFrom('member_imports').select('proposed_by').where('no', '=', no)
    const { proposed_by } = requireFound(await found.executeTakeFirst())
    const admins = await lockAdmins(tx, [proposed_by, by.operator])
    const { state: was } = requireFound((await lockImports(tx, byNo(no)))[0])
    if (was !== 'proposed') throw reject('wrong_import_state')
    const isApproval = state === 'approved'
    const pair = { isApproval, proposer: proposed_by, decider: by.operator }
    requireTwoAdmins(admins, pair, 'wrong_import_state')
    const decision = { state, decided_by: by.operator, decided_at: now }
    await tx.updateTable('member_imports').set(decision).where('no', '=', no).execute()
    const action = isApproval ? 'approve import' : 'discard import'
    const entry = { ...by, action, object: `import ${no}` }
    await audit(tx, [{ ...entry, before: { state: was, proposed_by }, after: { state } }])
    return requireFound((await readImports(tx, byNo(no)))[0])
  })
}
