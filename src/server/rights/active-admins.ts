import { reject } from '../../contract/refusals/reject.ts'
import { anyOf, lit } from '../../db/expressions.ts'
import type { Db, Tx } from '../../db/types.ts'

// Proposals and decisions count while their operators are admins. A request checks the right when
// it arrives, and again in its transaction, because the operator may lose the right in between.

/** All operators who are admins now. */
export async function readAdmins(db: Db | Tx): Promise<string[]> {
  const rows = await db
    .selectFrom('operators')
    .select('username')
    .where('role', '=', lit('admin'))
    .where('disabled_at', 'is', null)
    .execute()
  return rows.map(({ username }) => username)
}

/** Those of the operators who are admins now. */
export const selectAdmins = (db: Db | Tx, operators: readonly string[]) =>
  db
    .selectFrom('operators')
    .select('username')
    .where('username', '=', anyOf(operators, 'text'))
    .where('role', '=', lit('admin'))
    .where('disabled_at', 'is', null)
    .orderBy('username')

/**
 * Those of the operators who are admins, and who stay admins until the transaction ends. Lock them
 * before the proposal: taking away a right locks the operator first as well, and then ends what
 * they proposed.
 */
export async function lockAdmins(tx: Tx, operators: readonly string[]): Promise<Set<string>> {
  const rows = await selectAdmins(tx, operators).forShare().execute()
  return new Set(rows.map(({ username }) => username))
}

/** Refuses an operator who is no longer an admin. */
export async function requireAdmin(tx: Tx, operator: string): Promise<void> {
  requireIn(await lockAdmins(tx, [operator]), operator)
}

function requireIn(admins: ReadonlySet<string>, operator: string): void {
  if (!admins.has(operator)) throw reject('forbidden')
}

type Decision = {
  readonly isApproval: boolean
  readonly proposer: string
  readonly decider: string
}

/**
 * Refuses a decision that isn't that of two admins. One admin may reject a proposal, even their
 * own.
 * @param admins from `lockAdmins`
 * @param outdated the code for a proposer who is no longer an admin
 */
export function requireTwoAdmins(
  admins: ReadonlySet<string>,
  { isApproval, proposer, decider }: Decision,
  outdated: 'already_decided' | 'change_outdated' | 'wrong_draft_state' | 'wrong_import_state',
): void {
  if (isApproval && proposer === decider) throw reject('self_approval')
  requireIn(admins, decider)
  if (isApproval && !admins.has(proposer)) throw reject(outdated)
}
