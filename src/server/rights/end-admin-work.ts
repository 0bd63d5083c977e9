import type { Tx } from '../../db/types.ts'
import type { By } from '../audit/audit.ts'
import { endProposals } from './end-proposals.ts'
import { revokeKeysOf } from './revoke-keys.ts'

/**
 * Ends everything that works by an operator's right as an admin: their keys and their open
 * proposals. Call it after the change of the operator's row. The ledger withdraws approvals of
 * money by a command of its own.
 */
export async function endAdminWork(
  tx: Tx,
  operator: string,
  by: By,
  reason: string,
): Promise<void> {
  await revokeKeysOf(tx, operator, by, reason)
  await endProposals(tx, { operator, by, reason })
}
