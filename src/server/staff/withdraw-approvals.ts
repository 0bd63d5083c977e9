import { z } from 'zod'
import { anyOf, lit } from '../../db/expressions.ts'
import type { OperatorRole } from '../../contract/endpoint.ts'
import type { Db, Tx } from '../../db/types.ts'
import { eventsOf, type Effects } from '../../domain/ledger/event.ts'
import { callHook, int8, type AnsweredHook } from '../book/batch-hook.ts'
import type { Book } from '../book/book.ts'
import { reject } from '../../contract/refusals/reject.ts'
import { audit, type AuditEntry } from '../audit/audit.ts'
import { applyAccessChange } from './apply-access-change.ts'
import { byCommandLine, findOperatorRow, removeAccess } from './operators.ts'

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

const Ending = z.object({
  /** The operator whose approvals and proposals end. */
  operator: z.string(),
  by: z.object({ operator: z.string(), requestId: z.string() }),
  reason: z.string(),
  /** Why they end. This decides what happens to the operator's access in the same commit. */
  cause: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('disabled') }),
    z.object({ kind: z.literal('access_change'), change: int8 }),
    z.object({ kind: z.literal('other') }),
  ]),
})
type Ending = z.output<typeof Ending>

const EndingReceipt = z.object({ change: int8.nullable() })

export const endApprovals: AnsweredHook<Ending, z.output<typeof EndingReceipt>> = {
  name: 'withdraw-approvals',
  input: Ending,
  receipt: EndingReceipt,
  fits: ({ command }, { operator, by }) =>
    command.kind === 'withdraw_approvals' &&
    command.operator === operator &&
    command.by === by.operator,
  async write(tx, items) {
    for (const { outcome, input } of items) {
      const { operator, by, cause } = input
      if (cause.kind === 'disabled') await removeAccess(tx, operator, by)
      if (cause.kind === 'access_change') await applyAccessChange(tx, cause.change, null, by)
      await audit(tx, [...entriesOf(outcome.effects, input), ...(await reopenDrafts(tx, input))])
    }
  },
  receiptOf: ({ input: { cause } }) => ({
    change: cause.kind === 'access_change' ? cause.change : null,
  }),
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

/** Ends an operator's access and open approvals. False if there is no such operator. */
export async function disableOperator(
  { db, book }: { db: Db; book: Book },
  name: string,
): Promise<boolean> {
  const operator = name.toLowerCase()
  if (!(await findOperatorRow(db, operator))) return false
  const reason = 'The operator was disabled.'
  await withdrawApprovals(book, {
    operator,
    by: byCommandLine,
    reason,
    cause: { kind: 'disabled' },
  })
  return true
}

/** Ends an operator's open approvals, and for some causes their access in the same commit. */
export async function withdrawApprovals(book: Book, ending: Ending): Promise<void> {
  const result = await book.submit({
    ...withdrawalOf(ending),
    hook: callHook(endApprovals, ending),
  })
  if (!result.accepted) throw new Error(`approvals stay: ${result.refusal.code}`)
}

export const withdrawalOf = ({ operator, by, reason }: Ending) =>
  ({
    command: { kind: 'withdraw_approvals', operator, by: by.operator, reason },
    by: { operator: by.operator },
  }) as const
