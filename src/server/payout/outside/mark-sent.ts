import { z } from 'zod'
import type { calls } from '../../../contract/calls.ts'
import type { Refusal } from '../../../domain/ledger/refusal.ts'
import type { By } from '../../audit/audit.ts'
import { DoneElsewhere, NotRecorded, type Key } from '../../book/submission.ts'
import type { Context } from '../../context.ts'
import { rejectByRule } from '../../../contract/refusals/reject.ts'
import { replayOr } from '../../http/replay.ts'
import { submitForAnswer } from '../../http/submit.ts'
import { readOperatorWithdrawal } from '../../withdrawal/review/withdrawals.ts'
import { answerSent } from './record-sent.ts'
import { readOutsidePayment, refuseRate, refuseUsed, refuseWorth } from './outside-payment.ts'

type MarkSentAnswer = z.infer<typeof calls.markWithdrawalSent.answer>

/**
 * Records a payout that an operator made outside the product. The transaction must be on chain, pay
 * the withdrawal's own address, and match the withdrawal's value within ten percent. Refuses with
 * 404, 409 `wrong_state` or `already_used`, and 400 if the transaction doesn't fit.
 */
export async function markWithdrawalSent(
  context: Context,
  sent: Sent,
  by: By,
  key?: Key,
): Promise<MarkSentAnswer> {
  const work = () => record(context, sent, by, key)
  return await replayOr(context, answerSent, key, work, refuseSent)
}

type Sent = { withdrawal: number; hash: string }

async function record(
  context: Context,
  { withdrawal, hash }: Sent,
  { operator, requestId }: By,
  key: Key | undefined,
) {
  const { db } = context
  const row = await db
    .selectFrom('withdrawals')
    .select(['no', 'address', 'state', 'attempt', 'requested_at'])
    .select(['amount_micros', 'fee_micros', 'network_fee_micros', 'pay_asset'])
    .where('no', '=', withdrawal)
    .executeTakeFirst()
  if (!row) throw rejectByRule({ code: 'not_found' })
  if (row.state !== 'approved') throw rejectByRule({ code: 'wrong_state', state: row.state })
  const { paid, payment } = await readOutsidePayment(context, hash, row)
  const before = await readOperatorWithdrawal(context, withdrawal)
  const { attempt } = row
  const submission = {
    command: { kind: 'send_withdrawal', withdrawal, attempt, ...payment, txid: paid.txid },
    by: { operator },
    key,
    input: { operator, requestId, before, paid },
  } as const
  const answer = submitForAnswer(context, answerSent, submission, refuseSent)
  return answer.catch(async (error: unknown) => {
    // The rate of the block changed between our look and the leader's.
    if (error instanceof NotRecorded) throw await refuseRate(db, paid.blockAt)
    if (error instanceof DoneElsewhere) throw refuseUsed('payment_explained')
    throw isSecondUse(error) ? refuseUsed('payment_is_payout') : error
  })
}

/** Form messages for refusals that only a change after our read can cause. */
function refuseSent(refusal: Refusal): Error {
  if (refusal.code === 'wrong_attempt') {
    return rejectByRule({ code: 'wrong_state', state: 'approved again' })
  }
  return refusal.code === 'not_as_approved' ? refuseWorth() : rejectByRule(refusal)
}

const isSecondUse = (error: unknown): boolean =>
  error instanceof Error && 'constraint' in error && error.constraint === 'payouts_txid_counts'
