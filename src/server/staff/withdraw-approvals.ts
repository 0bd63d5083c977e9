import { anyOf, lit } from '../../db/expressions.ts'
import type { OperatorRole } from '../../contract/endpoint.ts'
import type { Tx } from '../../db/types.ts'
import { eventsOf, type Effects } from '../../domain/ledger/event.ts'
import type { Book, BatchHook } from '../book/book.ts'
import { reject } from '../../contract/refusals/reject.ts'
import { audit, type AuditEntry, type By } from '../audit/audit.ts'

// An operator's decisions count while the operator has the right to make them. If someone disables
// the operator or takes rights away, we revoke what isn't sent, published or booked yet.

const ranks: Record<OperatorRole, number> = { support: 0, finance: 1, admin: 2 }

export const isDemotion = (from: OperatorRole, to: OperatorRole): boolean => ranks[to] < ranks[from]

/**
 * For batch hooks that record decisions: refuses those of operators who lost the right between
 * their request and the batch.
 */
export async function requireApprovers(tx: Tx, operators: readonly string[]): Promise<void> {
  const names = [...new Set(operators)]
  const rows = await tx
    .selectFrom('operators')
    .select('username')
    .where('username', '=', anyOf(names, 'text'))
    .where('disabled_at', 'is', null)
    .where('role', 'in', [lit('finance'), lit('admin')])
    .execute()
  if (rows.length !== names.length) throw reject('forbidden')
}

type Ending = {
  /** The operator whose approvals and proposals end. */
  operator: string
  by: By
  reason: string
  /** Takes the access away in the same commit. We pass its result on. */
  takeAccess: (tx: Tx) => Promise<unknown>
}

const endApprovals: BatchHook<Ending> = {
  name: 'withdraw-approvals',
  async run(tx, items) {
    const answers: unknown[] = []
    for (const { outcome, input } of items) {
      answers.push(await input.takeAccess(tx))
      await audit(tx, [...entriesOf(outcome.effects, input), ...(await reopenDrafts(tx, input))])
    }
    return answers
  },
}

function entriesOf(effects: Effects, { operator, by, reason }: Ending): AuditEntry[] {
  const withdrawals = eventsOf(effects, 'withdrawal').map(({ no, approvedBy }) => ({
    ...by,
    action: 'withdraw approval',
    object: `withdrawal ${no}`,
    before: { approved_by: [...approvedBy, operator].toSorted() },
    after: { approved_by: approvedBy },
    reason,
  }))
  const adjustments = eventsOf(effects, 'adjustment').map(({ no }) => ({
    ...by,
    action: 'reject adjustment',
    object: `adjustment ${no}`,
    reason,
  }))
  return [...withdrawals, ...adjustments]
}

/** Drafts that the operator proposed or approved need a new proposal. */
async function reopenDrafts(tx: Tx, { operator, by, reason }: Ending): Promise<AuditEntry[]> {
  const rows = await tx
    .updateTable('catalog_drafts')
    .set((eb) => ({
      state: 'draft',
      revision: eb('revision', '+', 1),
      proposed_by: null,
      proposed_at: null,
      starts_at: null,
      approved_by: null,
      approved_at: null,
    }))
    .where('state', 'in', [lit('proposed'), lit('approved')])
    .where((eb) => eb.or([eb('proposed_by', '=', operator), eb('approved_by', '=', operator)]))
    .returning('no')
    .execute()
  return rows.map(({ no }) => ({
    ...by,
    action: 'reopen catalog draft',
    object: `catalog draft ${no}`,
    reason,
  }))
}

/**
 * Takes away an operator's access and open approvals in one commit. Returns the result of
 * `takeAccess`.
 */
export async function withdrawApprovals<T>(
  book: Book,
  ending: Omit<Ending, 'takeAccess'> & { takeAccess: (tx: Tx) => Promise<T> },
): Promise<T> {
  const { operator, by, reason } = ending
  const result = await book.submit({
    command: { kind: 'withdraw_approvals', operator, by: by.operator, reason },
    by: { operator: by.operator },
    hook: endApprovals,
    input: ending,
  })
  if (!result.accepted) throw new Error(`approvals stay: ${result.refusal.code}`)
  return result.body as T // what the hook returned for `ending`
}
