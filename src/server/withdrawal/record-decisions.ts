import { z } from 'zod'
import { OperatorWithdrawal } from '../../contract/subjects/withdrawal.ts'
import { eventOf } from '../../domain/ledger/event.ts'
import { audit } from '../audit/audit.ts'
import type { AnsweredHook } from '../book/batch-hook.ts'
import { DoneElsewhere } from '../book/submission.ts'
import { holdOffClaims, readClaims } from '../claims/claims.ts'
import { requireApprovers } from '../staff/withdraw-approvals.ts'
import { emailRejections } from './email-rejections.ts'
import { emailWithdrawals } from './email-withdrawals.ts'
import { paidLate, readPaidLate } from './safe-to-pay.ts'
import { showAfter } from './operator-answers.ts'
import { WithdrawalReceipt, withdrawalReceipt } from './withdrawal-receipt.ts'

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
  fits: ({ command, by }, { entry }) =>
    (command.kind === 'approve_withdrawal' || command.kind === 'reject_withdrawal') &&
    'operator' in by &&
    by.operator === entry.operator,
  // An operator may have claimed it since the request, to pay it from another wallet.
  async check(tx, inputs, asked) {
    const returning = inputs.flatMap(({ entry, before }) =>
      before && entry.action === 'reject withdrawal' ? [Number(before.id)] : [],
    )
    const free = await holdOffClaims(tx, returning)
    const claims = await readClaims(tx, 'withdrawals', returning)
    const rejected = asked.map(({ command }) =>
      command.kind === 'reject_withdrawal' ? command.withdrawal : 0,
    )
    const paid = await readPaidLate(tx, rejected)
    return inputs.map(({ entry, before }, index) => {
      const no = rejected[index] ?? 0
      if (paid.has(no)) return paidLate(no)
      if (!before || entry.action !== 'reject withdrawal') return []
      const claimant = claims.get(before.id)?.operator ?? entry.operator
      const mayReturn = free.has(Number(before.id)) && claimant === entry.operator
      return mayReturn ? [] : new DoneElsewhere(`withdrawal ${before.id} is claimed`)
    })
  },
  async write(tx, items, config) {
    await requireApprovers(
      tx,
      items.map(({ input }) => input.entry.operator),
    )
    const events = items.map(({ outcome }) => eventOf(outcome.effects, 'withdrawal'))
    await audit(
      tx,
      items.map(({ outcome, input: { entry, before } }, i) => ({
        ...entry,
        object: `withdrawal ${events[i]?.no}`,
        before,
        after: before && showAfter(before, outcome, config.approvalLimitMicros),
      })),
    )
    await emailRejections(tx, config, events, 'staff')
    await emailWithdrawals(tx, config, events)
  },
  receiptOf: withdrawalReceipt,
}
