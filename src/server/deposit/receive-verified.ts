import type { TransactionState } from '../../tron/query/transaction-state.ts'
import type { Reading } from '../../tron/transaction/transfers.ts'
import { NotRecorded } from '../book/submission.ts'
import type { Context } from '../context.ts'
import { reject, rejectByRule } from '../../contract/refusals/reject.ts'
import { readOwners } from '../addresses/whose-address.ts'
import { transfersOf, type ChainTransfer } from '../chain/chain-transfer.ts'
import { priceTransfer, bookTransfer } from './incoming/receive-transfer.ts'
import { liveRate } from '../rate/queries.ts'
import { recordPending } from '../chain/record-pending.ts'
import type { DepositRow } from './show-deposit.ts'
import { refuseVerification } from './verify-answers.ts'
import { text } from '../../contract/texts/texts.ts'

/** Books what a final transaction pays to the member, or explains why there is nothing to book. */
export async function receive(
  context: Context,
  request: DepositRow,
  network: string,
  transaction: Exclude<TransactionState, { state: 'absent' }>,
): Promise<void> {
  const { config, db, book } = context
  if (transaction.state === 'seen') throw confirming(0, config.confirmations)
  const mine = await fromOutside(
    context,
    transfersOf(network, transaction.reading).filter(({ to }) => to === request.address),
  )
  if (mine.length === 0) throw explainNothing(request, transaction.reading)
  if (transaction.state === 'in_block') {
    const shown = mine.filter(({ attributable }) => attributable).slice(0, 100)
    const { member_no: member } = request
    await recordPending(
      db,
      shown.map((transfer) => ({ member, transfer })),
    )
    // Only the solidified view decides what is final. Until then, we show one confirmation too few.
    const counted = Math.min(transaction.confirmations, config.confirmations - 1)
    throw confirming(counted, config.confirmations)
  }
  await requireRates(context, mine)
  for (const transfer of mine) {
    const priced = await priceTransfer(db, transfer)
    if (priced === null) throw reject('rate_unavailable')
    const received = await bookTransfer(book, request.member_no, transfer, priced).catch(
      (error: unknown) => {
        if (!(error instanceof NotRecorded)) throw error
        // The watcher reads this block in a moment, and credits the transfer itself.
        throw confirming(config.confirmations - 1, config.confirmations)
      },
    )
    if (received.state === 'refused') throw rejectByRule({ code: 'amount_out_of_range' })
  }
  if (!mine.some(({ asset }) => asset === request.asset)) {
    throw refuseVerification('wrong_token')
  }
}

/** Leaves out what our own wallets send to the address to pay its fees. That is no deposit. */
async function fromOutside({ db }: Context, transfers: readonly ChainTransfer[]) {
  const owners = await readOwners(
    db,
    transfers.map(({ from }) => from),
  )
  return transfers.filter(({ from }) => !owners.has(from))
}

/**
 * Gets all rates before booking the first transfer, so that we never book half a transaction. The
 * next poll brings the rate of a new block, unless there is no rate at all.
 */
async function requireRates({ config, db }: Context, transfers: readonly ChainTransfer[]) {
  for (const transfer of transfers) {
    if ((await priceTransfer(db, transfer)) !== null) continue
    if ((await liveRate(db)) === null) throw reject('rate_unavailable')
    throw confirming(config.confirmations - 1, config.confirmations)
  }
}

const confirming = (confirmations: number, required: number) =>
  refuseVerification('confirming', {
    said: text('confirming_progress', { confirmations, required }),
    members: { confirmations, required },
  })

/** Why a transaction pays nothing to the member's address. */
function explainNothing(request: DepositRow, reading: Reading) {
  const reasons = reading.notCredited
  const failed = reasons.find((why) => why.reason === 'failed_on_chain')
  if (failed) {
    const why = failed.contractRet
    const said = text('transaction_failed', { reason: why })
    return refuseVerification('failed_on_chain', { said })
  }
  const others = reasons.filter((why) => why.reason === 'wrong_token' || why.reason === 'trc10')
  if (others.some(({ to }) => to === request.address)) {
    return refuseVerification('wrong_token', {
      said: text('token_not_credited'),
    })
  }
  return refuseVerification('wrong_recipient')
}
