import { z } from 'zod'
import { OperatorWithdrawal } from '../../../contract/subjects/withdrawal.ts'
import { eventOf } from '../../../domain/ledger/event.ts'
import { audit } from '../../audit/audit.ts'
import type { AnsweredHook } from '../../book/batch-hook.ts'
import { requireApprovers } from '../../staff/access/withdraw-approvals.ts'
import { emailRejections } from '../email-rejections.ts'
import { emailWithdrawals } from '../email-withdrawals.ts'
import { checkReturns } from '../check-returns.ts'
import { showAfter } from './operator-answers.ts'
import { WithdrawalReceipt, withdrawalReceipt } from '../withdrawal-receipt.ts'

const DecisionInput = z.object({
  entry: z.object({
    operator: z.string(),
    action: z.string(),
    reason: z.string().nullable(),
    requestId: z.string(),
  }),
  before: OperatorWithdrawal.optional(),
})

/** Audits decisions and notifies the members, in the commit of the decisions. */
export const recordDecisions: AnsweredHook<z.output<typeof DecisionInput>, WithdrawalReceipt> = {
  name: 'decide-withdrawal',
  input: DecisionInput,
  receipt: WithdrawalReceipt,
  fits: ({ command, by }, { entry, before }) =>
    (command.kind === 'approve_withdrawal' || command.kind === 'reject_withdrawal') &&
    (before === undefined || before.id === String(command.withdrawal)) &&
    'operator' in by &&
    by.operator === entry.operator,
  // An operator may have claimed it since the request, to pay it from another wallet. Only the
  // command says what it returns.
  async check(tx, inputs, asked) {
    return await checkReturns(
      tx,
      asked.map(({ command }, index) => {
        if (command.kind !== 'reject_withdrawal') return null
        const own = inputs[index]?.entry.operator
        return {
          withdrawal: command.withdrawal,
          isBarredBy: ({ operator }) => operator !== own,
        }
      }),
    )
  },
  async write(tx, items, config) {
    const events = items.map(({ outcome }) => eventOf(outcome.effects, 'withdrawal'))
    const entries = items.map(({ outcome, input: { entry, before } }, i) => ({
      ...entry,
      object: `withdrawal ${events[i]?.no}`,
      before,
      after: before && showAfter(before, outcome, config.approvalLimitMicros),
    }))
    const operators = entries.map(({ operator }) => operator)
    await Promise.all([
      requireApprovers(tx, operators),
      audit(tx, entries),
      emailRejections(tx, config, events, 'staff'),
      emailWithdrawals(tx, config, events),
    ])
  },
  receiptOf: withdrawalReceipt,
}
