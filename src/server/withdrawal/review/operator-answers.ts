import { OperatorWithdrawal } from '../../../contract/subjects/withdrawal.ts'
import { eventOf } from '../../../domain/ledger/event.ts'
import { isFinal } from '../../../domain/wallet/withdrawal.ts'
import type { AnsweredHook } from '../../book/batch-hook.ts'
import type { Outcome } from '../../book/book.ts'
import { makeAnswer } from '../../http/render.ts'
import { showApprovals, showRows, type WithdrawalAnswer } from './withdrawals.ts'
import { showState } from '../show-withdrawal.ts'
import { readAsDone, type WithdrawalReceipt } from '../withdrawal-receipt.ts'

/** Answers an operator with the withdrawal that a command changed. */
export const answerWithOperatorWithdrawal = <I>(hook: AnsweredHook<I, WithdrawalReceipt>) =>
  makeAnswer({
    hook,
    body: OperatorWithdrawal,
    async render({ db, config }, done) {
      const rows = await readAsDone(db, done)
      const there = rows.filter((row) => row !== undefined)
      const shown = await showRows(db, config.approvalLimitMicros, there)
      return rows.map((row) => row && shown[there.indexOf(row)])
    },
  })

/** A withdrawal for the audit log: as the operator saw it, and as the command left it. */
export function showAfter(
  before: WithdrawalAnswer,
  { at, effects }: Outcome,
  approvalLimitMicros: bigint,
): WithdrawalAnswer {
  const event = eventOf(effects, 'withdrawal')
  const doneAt = new Date(at)
  const processedAt = isFinal(event.state) ? doneAt : null
  const given = event.approvedBy.map(
    (operator) =>
      before.approvals.find((each) => each.operator === operator) ?? {
        operator,
        at: doneAt.toISOString(),
      },
  )
  const approved = { state: event.state, amount_micros: event.amountMicros }
  return {
    ...before,
    ...showState({ ...event, coin: event.coin ?? event.payIn, processedAt }),
    ...showApprovals(approved, given, approvalLimitMicros),
  }
}
