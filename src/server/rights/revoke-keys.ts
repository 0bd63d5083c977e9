import { now } from '../../db/expressions.ts'
import type { Tx } from '../../db/types.ts'
import { audit, type By } from '../audit/audit.ts'
import { lockOperator } from '../authority/authority.ts'

/** Revokes all keys that an operator added. A later promotion doesn't restore them. */
export async function revokeKeysOf(
  tx: Tx,
  operator: string,
  by: By,
  reason: string,
): Promise<void> {
  await lockOperator(tx, operator)
  const rows = await tx
    .updateTable('api_keys')
    .set({ revoked_at: now, revoked_by: by.operator })
    .where('created_by', '=', operator)
    .where('revoked_at', 'is', null)
    .returning('name')
    .execute()
  const entry = { ...by, action: 'revoke API key', reason }
  await audit(
    tx,
    rows.map(({ name }) => ({ ...entry, object: `key ${name}` })),
  )
}
