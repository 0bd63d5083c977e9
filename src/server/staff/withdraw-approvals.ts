import { z } from 'zod'
import { anyOf, lit } from '../../db/expressions.ts'
import type { OperatorRole } from '../../contract/endpoint.ts'
import type { Db, Tx } from '../../db/types.ts'
import { eventsOf, type Effects } from '../../domain/ledger/event.ts'
import { callHook, int8, type AnsweredHook } from '../book/batch-hook.ts'
import type { Book } from '../book/book.ts'
import { reject } from '../../contract/refusals/reject.ts'
import { audit, type AuditEntry } from '../audit/audit.ts'
import { endProposals } from '../rights/end-proposals.ts'
import { applyAccessChange } from './apply-access-change.ts'
import {
  addOperator,
  byCommandLine,
  DISABLED,
  findOperatorRow,
  lockForChange,
  removeAccess,
  RESET,
  resetOperator,
} from './operators.ts'

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
    await lockForChange(
      tx,
      items.map(({ input }) => input.operator),
    )
    for (const { outcome, input } of items) {
      const { operator, by, reason, cause } = input
      if (cause.kind === 'disabled') await removeAccess(tx, operator, by)
      if (cause.kind === 'access_change') await applyAccessChange(tx, cause.change, null, by)
      await audit(tx, entriesOf(outcome.effects, input))
      await endProposals(tx, { operator, by, reason })
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

/** Ends an operator's access and open approvals. False if there is no such operator. */
export async function disableOperator(
  { db, book }: { db: Db; book: Book },
  name: string,
): Promise<boolean> {
  const operator = name.toLowerCase()
  if (!(await findOperatorRow(db, operator))) return false
  await withdrawApprovals(book, {
    operator,
    by: byCommandLine,
    reason: DISABLED,
    cause: { kind: 'disabled' },
  })
  return true
}

type Opening = { db: Db; openBook: () => Promise<Book> }

/** The ledger, if the operator exists. The first operators may exist before the ledger does. */
const openFor = async ({ db, openBook }: Opening, name: string): Promise<Book | undefined> =>
  (await findOperatorRow(db, name.toLowerCase())) ? await openBook() : undefined

/**
 * Adds an operator, or gives an existing one a new role and password. Ends their approvals, which
 * may be a thief's. Returns the password.
 */
export async function addByCommandLine(
  opening: Opening,
  name: string,
  role: OperatorRole,
): Promise<string> {
  const book = await openFor(opening, name)
  const password = await addOperator(opening.db, name, role)
  if (book) await withdrawRewritten(book, name)
  return password
}

/** Sets a new password for an operator who lost theirs, and ends their approvals. */
export async function resetByCommandLine(
  opening: Opening,
  name: string,
): Promise<Awaited<ReturnType<typeof resetOperator>>> {
  const book = await openFor(opening, name)
  const done = await resetOperator(opening.db, name)
  if (book && typeof done === 'object') await withdrawRewritten(book, name)
  return done
}

/** Call it after the new password, which keeps a thief of the account from approving again. */
const withdrawRewritten = (book: Book, name: string): Promise<void> =>
  withdrawApprovals(book, {
    operator: name.toLowerCase(),
    by: byCommandLine,
    reason: RESET,
    cause: { kind: 'other' },
  })

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
