import { sql } from 'kysely'
import { z } from 'zod'
import { OperatorWithdrawal } from '../../../contract/subjects/withdrawal.ts'
import { anyOf, lit } from '../../../db/expressions.ts'
import type { Tx } from '../../../db/types.ts'
import { eventOf } from '../../../domain/ledger/event.ts'
import type { AnsweredHook } from '../../book/batch-hook.ts'
import { DoneElsewhere } from '../../book/submission.ts'
import { requireFromLog } from '../../book/rows/withdrawal-log.ts'
import { ChainTransfer } from '../../chain/chain-transfer.ts'
import { audit } from '../../audit/audit.ts'
import { requireApprovers } from '../../staff/access/withdraw-approvals.ts'
import {
  answerWithOperatorWithdrawal,
  showAfter,
} from '../../withdrawal/review/operator-answers.ts'
import { emailWithdrawals } from '../../withdrawal/email-withdrawals.ts'
import { WithdrawalReceipt, withdrawalReceipt } from '../../withdrawal/withdrawal-receipt.ts'

const SentInput = z.object({
  operator: z.string(),
  requestId: z.string(),
  before: OperatorWithdrawal.optional(),
  paid: ChainTransfer,
})

/** The payment that the hook's input reports; null if it is malformed. */
export const paymentIn = (input: unknown): ChainTransfer | null =>
  z.object({ paid: ChainTransfer }).safeParse(input).data?.paid ?? null

/** After a fork removes a transaction from its block, it can be packed again for this long. */
const MAX_VALID_MS = 24 * 3_600_000

/**
 * Stores a payment made outside the product as a payout without bytes, and audits it, in one
 * commit.
 */
export const recordSent: AnsweredHook<z.output<typeof SentInput>, WithdrawalReceipt> = {
  name: 'mark-withdrawal-sent',
  input: SentInput,
  receipt: WithdrawalReceipt,
  fits: ({ command, by }, { operator, paid }) =>
    command.kind === 'send_withdrawal' &&
    command.paidBy === 'operator' &&
    command.txid === paid.txid &&
    'operator' in by &&
    by.operator === operator,
  async write(tx, items, config) {
    const events = items.map(({ outcome }) => eventOf(outcome.effects, 'withdrawal'))
    const payments = items.map(({ input: { paid } }, i) => ({ ...paid, no: events[i]?.no ?? 0 }))
    const entries = items.map(({ outcome, input: { operator, requestId, before } }, i) => ({
      operator,
      action: 'mark withdrawal sent',
      object: `withdrawal ${events[i]?.no}`,
      before,
      after: before && showAfter(before, outcome, config.approvalLimitMicros),
      requestId,
    }))
    const operators = entries.map(({ operator }) => operator)
    await Promise.all([
      requireFromLog(tx, events),
      requireApprovers(tx, operators),
      refuseExplained(tx, payments),
      ...payments.map((payment) => recordPayout(tx, payment)),
      emailWithdrawals(tx, config, events),
      audit(tx, entries),
    ])
  },
  receiptOf: withdrawalReceipt,
}

export const answerSent = answerWithOperatorWithdrawal(recordSent)

/** The web's database role can't write payouts. The database compares this with the command. */
async function recordPayout(
  tx: Tx,
  { no, txid, from, blockAt }: ChainTransfer & { no: number },
): Promise<void> {
  const lastValid = new Date(blockAt.getTime() + MAX_VALID_MS)
  await sql`select record_outside_payout(${no}, ${txid}, ${from}, ${lastValid})`.execute(tx)
}

/**
 * Refuses coins that an operator's explanation already booked, because they have left the ledger.
 * An earlier version also explained payouts that it had given up, and their withdrawals can't end
 * in another way. The settlement of such a payout takes the explanation back. The writer runs one
 * batch at a time, so nobody can explain a transaction between this check and the commit.
 */
async function refuseExplained(
  tx: Tx,
  payments: readonly { no: number; txid: string }[],
): Promise<void> {
  const txids = payments.map(({ txid }) => txid)
  const [explained, givenUp] = await Promise.all([
    tx
      .selectFrom('outside_moves')
      .select('txid')
      .where('txid', '=', anyOf(txids, 'text'))
      .execute(),
    tx
      .selectFrom('payouts')
      .select(['withdrawal_no', 'txid'])
      .where('txid', '=', anyOf(txids, 'text'))
      .where('state', '=', lit('expired'))
      .execute(),
  ])
  for (const { no, txid } of payments) {
    const isOwn = givenUp.some((each) => each.txid === txid && each.withdrawal_no === no)
    const isBooked = explained.some((each) => each.txid === txid)
    if (isBooked && !isOwn) throw new DoneElsewhere(`transaction ${txid} was explained`)
  }
}
