import { z } from 'zod'
import { anyOf, lit } from '../../../db/expressions.ts'
import { isRoleFor, type OperatorRole } from '../../../contract/roles.ts'
import type { Db, Tx } from '../../../db/types.ts'
import { eventsOf, type Effects } from '../../../domain/ledger/event.ts'
import { callHook, int8, type AnsweredHook } from '../../book/batch-hook.ts'
import type { Book } from '../../book/book.ts'
import { DoneElsewhere, submitOrThrow } from '../../book/submission.ts'
import { reject } from '../../../contract/refusals/reject.ts'
import { audit, type AuditEntry } from '../../audit/audit.ts'
import { endProposals } from '../../rights/end-proposals.ts'
import { applyAccessChange } from './apply-access-change.ts'
import { checkEndings, Ending } from '../../rights/check-endings.ts'
import { lockForChange } from '../operators.ts'

// An operator's decisions count while the operator has the right to make them. If someone disables
// the operator or takes rights away, we revoke what isn't sent, published or booked yet.

export const isDemotion = (from: OperatorRole, to: OperatorRole): boolean => !isRoleFor(to, from)

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

const EndingReceipt = z.object({ change: int8.nullable() })

export const endApprovals: AnsweredHook<Ending, z.output<typeof EndingReceipt>> = {
  name: 'withdraw-approvals',
  input: Ending,
  receipt: EndingReceipt,
  fits: ({ command }, { operator, by }) =>
    command.kind === 'withdraw_approvals' &&
    command.operator === operator &&
    command.by === by.operator,
  check: checkEndings,
  async write(tx, items) {
    await lockForChange(
      tx,
      items.map(({ input }) => input.operator),
    )
    for (const { outcome, input } of items) {
      const { operator, by, reason, cause } = input
      if (cause.kind === 'access_change') await applyAccessChange(tx, cause.change, null, by)
      await audit(tx, entriesOf(outcome.effects, input))
      await endProposals(tx, { operator, by, reason })
    }
    await tx
      .deleteFrom('approval_endings')
      .where(
        'operator',
        '=',
        anyOf(
          items.map(({ input }) => input.operator),
          'text',
        ),
      )
      .execute()
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

/** Ends an operator's open approvals, and carries out a change of rights in the same commit. */
async function withdrawApprovals(book: Pick<Book, 'submit'>, ending: Ending): Promise<void> {
  await submitOrThrow(book, {
    ...withdrawalOf(ending),
    hook: callHook(endApprovals, ending),
  })
}

export const withdrawalOf = ({ operator, by, reason }: Ending) =>
  ({
    command: { kind: 'withdraw_approvals', operator, by: by.operator, reason },
    by: { operator: by.operator },
  }) as const

// A reset changes the operator's row, and so does `disable` at the command line. The ledger has
// their approvals. Both record what the ledger has still to do, so that it is done whatever fails
// in between.

const MAX_AT_ONCE = 100

const pendingEndings = (db: Db) =>
  db
    .selectFrom('approval_endings')
    .select(['operator', 'ended_by', 'request_id', 'reason'])
    .orderBy('no')

/** Whether the ledger has still to withdraw an operator's approvals. */
export const hasPendingEnding = async (db: Db, operator: string): Promise<boolean> =>
  (await pendingEndings(db).where('operator', '=', operator).executeTakeFirst()) !== undefined

/**
 * Withdraws the recorded operators' approvals: of one of them, or of all. If it fails for one, the
 * others' still end.
 */
export async function endPendingApprovals(
  { db, book }: { db: Db; book: Pick<Book, 'submit'> },
  operator?: string,
): Promise<void> {
  const rows = await pendingEndings(db)
    .$if(operator !== undefined, (query) => query.where('operator', '=', operator ?? ''))
    .limit(MAX_AT_ONCE)
    .execute()
  const newest = new Map(rows.map((row) => [row.operator, row]))
  const errors: unknown[] = []
  for (const { operator: who, ended_by: actor, request_id: requestId, reason } of newest.values()) {
    const by = { operator: actor, requestId }
    const ending = { operator: who, by, reason, cause: { kind: 'other' as const } }
    await withdrawApprovals(book, ending).catch((error: unknown) => {
      if (!(error instanceof DoneElsewhere)) errors.push(error)
    })
  }
  if (errors.length > 0) throw new AggregateError(errors, 'recorded approvals stay')
}
