import { withdrawalColumns } from './queries.ts'
import { anyOf } from '../../db/expressions.ts'
import { calls } from '../../contract/calls.ts'
import type { Command } from '../../domain/ledger/command.ts'
import { eventOf } from '../../domain/ledger/event.ts'
import type { BatchHook } from '../book/book.ts'
import type { Key } from '../book/submission.ts'
import type { Context } from '../context.ts'
import { submit } from '../http/submit.ts'
import { moneyEmail } from '../email/email-templates.ts'
import { emailWithdrawals } from './email-withdrawals.ts'
import { enqueueEmails, type Email } from '../email/outbox.ts'
import { audit, type AuditEntry } from '../audit/audit.ts'
import { requireUnclaimed } from '../claims/claims.ts'
import { requireApprovers } from '../staff/withdraw-approvals.ts'
import { readOperatorWithdrawals, type WithdrawalAnswer } from './operator-withdrawals.ts'

type Decision = Extract<Command, { kind: 'approve_withdrawal' | 'reject_withdrawal' }>
type DecisionInput = {
  entry: Omit<AuditEntry, 'before' | 'after' | 'object'>
  before: WithdrawalAnswer | undefined
  approvalLimitMicros: bigint
}

/** Answers decisions with the changed withdrawals, and audits them in the same commit. */
const recordDecisions: BatchHook<DecisionInput> = {
  name: 'decide-withdrawal',
  async run(tx, items) {
    await requireApprovers(
      tx,
      items.map(({ input }) => input.entry.operator),
    )
    const events = items.map(({ outcome }) => eventOf(outcome.effects, 'withdrawal'))
    const numbers = events.map(({ no }) => no)
    const limit = items[0]?.input.approvalLimitMicros ?? 0n
    const rows = await readOperatorWithdrawals(
      tx,
      limit,
      withdrawalColumns('withdrawals.no', '=', anyOf(numbers, 'int')),
    )
    const after = numbers.map((no) => rows.find(({ id }) => id === String(no)))
    await audit(
      tx,
      items.map(({ input }, i) => {
        const object = `withdrawal ${numbers[i]}`
        return { ...input.entry, object, before: input.before, after: after[i] }
      }),
    )
    await enqueueEmails(tx, await rejectionEmails(tx, after))
    await emailWithdrawals(tx, events)
    return after
  },
}

async function rejectionEmails(
  tx: Parameters<typeof readOperatorWithdrawals>[0],
  rows: readonly (WithdrawalAnswer | undefined)[],
): Promise<Email[]> {
  const rejected = rows.filter((row) => row !== undefined).filter((row) => row.stage === 'rejected')
  if (rejected.length === 0) return []
  const members = await tx
    .selectFrom('identities')
    .select(['username', 'email'])
    .where(
      'username',
      'in',
      rejected.map(({ username }) => username),
    )
    .execute()
  return rejected.flatMap(({ username, amount, reason }) => {
    const person = members.find((each) => each.username === username)
    const paragraphs = [
      `Our staff rejected your withdrawal of $${amount}. The whole amount is back in your wallet.`,
      `Reason: ${reason ?? ''}`,
    ]
    const content = moneyEmail(username, 'Your withdrawal was rejected', paragraphs)
    return person ? [{ to: person.email, kind: 'money' as const, content }] : []
  })
}

/** Applies an operator's approval or rejection. Returns the withdrawal as it is afterward. */
export async function decideWithdrawal(
  { db, book, config }: Context,
  operator: string,
  command: Decision,
  key: Key | undefined,
  requestId: string,
): Promise<WithdrawalAnswer> {
  const { approvalLimitMicros } = config
  const no = command.withdrawal
  await requireUnclaimed(db, operator, 'withdrawals', no)
  const [before] = await readOperatorWithdrawals(
    db,
    approvalLimitMicros,
    withdrawalColumns('withdrawals.no', '=', no),
  )
  const reason = command.kind === 'reject_withdrawal' ? command.reason : null
  const action = command.kind === 'reject_withdrawal' ? 'reject withdrawal' : 'approve withdrawal'
  const done = await submit(book, {
    command,
    by: { operator },
    ...(key ? { key } : {}),
    hook: recordDecisions,
    input: { entry: { operator, action, reason, requestId }, before, approvalLimitMicros },
  })
  return calls.approveWithdrawal.answer.parse(done.body)
}
