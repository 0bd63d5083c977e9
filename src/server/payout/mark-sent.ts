import { coinOf, ASSET_CODES } from '../book/rows/ledger-rows.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { calls } from '../../contract/calls.ts'
import { OperatorWithdrawal } from '../../contract/subjects/withdrawal.ts'
import type { Db, Tx } from '../../db/types.ts'
import { withdrawalColumns } from '../withdrawal/queries.ts'
import { eventOf } from '../../domain/ledger/event.ts'
import { micros, PAR_RATE, units, type RateE8 } from '../../domain/money/money.ts'
import { paysAsApproved } from '../../domain/wallet/payout.ts'
import type { Refusal } from '../../domain/ledger/refusal.ts'
import type { AnsweredHook } from '../book/batch-hook.ts'
import { DoneElsewhere, type Key } from '../book/submission.ts'
import { requireFromLog } from '../book/rows/withdrawal-log.ts'
import type { Context } from '../context.ts'
import { ChainTransfer, transfersOf } from '../chain/chain-transfer.ts'
import { blockRate } from '../deposit/receive-transfer.ts'
import { reject, rejectByRule, rejectField } from '../../contract/refusals/reject.ts'
import { replayOr } from '../http/replay.ts'
import { submitForAnswer } from '../http/submit.ts'
import { audit } from '../audit/audit.ts'
import { requireApprovers } from '../staff/withdraw-approvals.ts'
import { answerWithOperatorWithdrawal, showAfter } from '../withdrawal/operator-answers.ts'
import { readOperatorWithdrawals } from '../withdrawal/operator-withdrawals.ts'
import { emailWithdrawals } from '../withdrawal/email-withdrawals.ts'
import { WithdrawalReceipt, withdrawalReceipt } from '../withdrawal/withdrawal-receipt.ts'
import { parseTransactionId } from '../../tron/transaction/transaction-id.ts'
import { text } from '../../contract/texts/texts.ts'

type MarkSentAnswer = z.infer<typeof calls.markWithdrawalSent.answer>
const SentInput = z.object({
  operator: z.string(),
  requestId: z.string(),
  before: OperatorWithdrawal.optional(),
  paid: ChainTransfer,
})

/** After a fork removes a transaction from its block, it can be packed again for this long. */
const LONGEST_VALID_MS = 24 * 3_600_000

/** Stores a payment made outside as a payout without bytes, and audits it, in one commit. */
export const recordSent: AnsweredHook<z.output<typeof SentInput>, WithdrawalReceipt> = {
  name: 'mark-withdrawal-sent',
  input: SentInput,
  receipt: WithdrawalReceipt,
  async write(tx, items, { approvalLimitMicros }) {
    const events = items.map(({ outcome }) => eventOf(outcome.effects, 'withdrawal'))
    await requireFromLog(tx, events)
    await requireApprovers(
      tx,
      items.map(({ input }) => input.operator),
    )
    await refuseExplained(
      tx,
      items.map(({ input }) => input.paid.txid),
    )
    // The web's database role can't write payouts. The database compares this with the command.
    for (const [index, { input }] of items.entries()) {
      const { txid, from, blockAt } = input.paid
      const lastValid = new Date(blockAt.getTime() + LONGEST_VALID_MS)
      await sql`select record_outside_payout(
        ${events[index]?.no ?? 0}, ${txid}, ${from}, ${lastValid})`.execute(tx)
    }
    await emailWithdrawals(tx, events)
    await audit(
      tx,
      items.map(({ outcome, input: { operator, requestId, before } }, index) => ({
        operator,
        action: 'mark withdrawal sent',
        object: `withdrawal ${events[index]?.no}`,
        before,
        after: before && showAfter(before, outcome, approvalLimitMicros),
        requestId,
      })),
    )
  },
  receiptOf: withdrawalReceipt,
}

const answerSent = answerWithOperatorWithdrawal(recordSent)

/**
 * Records a payout that an operator made outside. The transaction must be on chain, pay the
 * withdrawal's own address, and match the withdrawal's value within ten percent. Refuses with 404,
 * 409 `wrong_state` or `already_used`, and 400 if the transaction doesn't fit.
 */
export async function markWithdrawalSent(
  context: Context,
  call: Call,
  withdrawal: number,
  hash: string,
): Promise<MarkSentAnswer> {
  const work = () => record(context, call, withdrawal, hash)
  return await replayOr(context, answerSent, call.key, work)
}

type Call = { operator: string; requestId: string; key: Key | undefined }

async function record(context: Context, call: Call, withdrawal: number, hash: string) {
  const { db, config } = context
  const row = await db
    .selectFrom('withdrawals')
    .select(['address', 'state', 'attempt', 'requested_at'])
    .select(['amount_micros', 'fee_micros', 'network_fee_micros', 'pay_asset'])
    .where('no', '=', withdrawal)
    .executeTakeFirst()
  if (!row) throw rejectByRule({ code: 'not_found' })
  if (row.state !== 'approved') throw rejectByRule({ code: 'wrong_state', state: row.state })
  const paid = await findPayment(context, hash, row.address)
  await checkUnused(db, paid.txid)
  if (paid.blockAt < row.requested_at) {
    throw rejectField('transaction_hash', text('payment_too_old'))
  }
  const rateE8 = await rateOf(context, paid)
  if (!paysAsApproved(approvalOf(row), paymentOf(paid, rateE8))) throw refuseWorth()
  const [before] = await readOperatorWithdrawals(
    db,
    config.approvalLimitMicros,
    withdrawalColumns('withdrawals.no', '=', withdrawal),
  )
  const { operator, requestId, key } = call
  const { attempt } = row
  const payment = paymentOf(paid, rateE8)
  const submission = {
    command: { kind: 'send_withdrawal', withdrawal, attempt, ...payment, txid: paid.txid },
    by: { operator },
    key,
    input: { operator, requestId, before, paid },
  } as const
  return submitForAnswer(context, answerSent, submission, refuseSent).catch((error: unknown) => {
    const isUsed = isSecondUse(error) || error instanceof DoneElsewhere
    throw isUsed ? rejectByRule({ code: 'already_used' }) : error
  })
}

/** Words the refusals that only a change after our read can cause, for this form. */
function refuseSent(refusal: Refusal): Error {
  if (refusal.code === 'wrong_attempt') {
    return rejectByRule({ code: 'wrong_state', state: 'approved again' })
  }
  return refusal.code === 'not_as_approved' ? refuseWorth() : rejectByRule(refusal)
}

const isSecondUse = (error: unknown): boolean =>
  error instanceof Error && 'constraint' in error && error.constraint === 'payouts_txid_key'

/**
 * Refuses coins that an operator's explanation already booked, because they have left the ledger.
 * The writer runs one batch at a time, so nobody can explain them between this check and the
 * commit.
 */
async function refuseExplained(tx: Tx, txids: readonly string[]): Promise<void> {
  const explained = await tx
    .selectFrom('outside_moves')
    .select('txid')
    .where('txid', 'in', txids)
    .limit(1)
    .executeTakeFirst()
  if (explained) throw new DoneElsewhere(`transaction ${explained.txid} was explained`)
}

async function checkUnused(db: Db, txid: string): Promise<void> {
  const used = await db
    .selectFrom('payouts')
    .select('no')
    .where('txid', '=', txid)
    .executeTakeFirst()
  if (used) throw rejectByRule({ code: 'already_used' })
}

async function findPayment(
  { tron }: Context,
  hash: string,
  address: string,
): Promise<ChainTransfer> {
  const id = parseTransactionId(hash)
  if (!id.ok) throw rejectField('transaction_hash', text('transaction_hash_invalid'))
  const [chain, found] = await Promise.all([tron.chainName(), tron.transaction(id.txid)])
  if (!chain.ok || !found.ok) throw reject('chain_unavailable')
  const { value } = found
  if (value.state === 'absent' || value.state === 'seen') {
    throw rejectField('transaction_hash', text('payment_not_in_block'))
  }
  const paid = transfersOf(chain.value, value.reading).find(({ to }) => to === address)
  if (paid) return paid
  throw rejectField('transaction_hash', text('payment_elsewhere'))
}

async function rateOf({ db }: Context, paid: ChainTransfer): Promise<RateE8> {
  if (paid.asset === ASSET_CODES.USDT) return PAR_RATE
  const rate = await blockRate(db, paid)
  if (rate === null) throw reject('rate_unavailable')
  return rate
}

const paymentOf = (paid: ChainTransfer, rateE8: RateE8) => ({
  paidBy: 'operator' as const,
  address: paid.to,
  coin: coinOf(paid.asset),
  sentUnits: units(paid.amount),
  rateE8,
})

type Amounts = {
  address: string
  pay_asset: number
  amount_micros: bigint
  fee_micros: bigint
  network_fee_micros: bigint
}

const approvalOf = (row: Amounts) => ({
  address: row.address,
  payIn: coinOf(row.pay_asset),
  amountMicros: micros(row.amount_micros),
  feeMicros: micros(row.fee_micros),
  networkFeeMicros: micros(row.network_fee_micros),
})

const refuseWorth = (): Error => rejectField('transaction_hash', text('payment_differs'))
