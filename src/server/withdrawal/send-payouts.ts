import { sql } from 'kysely'
import type { Db } from '../../db/types.ts'
import { isDeadForSure, type TransactionState } from '../../tron/transaction-state.ts'
import type { Reading } from '../../tron/transfers.ts'
import { ASSET_NO, transfersOf } from '../deposit/chain-transfer.ts'
import { receiveTreasury } from '../deposit/settle-arrivals.ts'
import { endPayout, type InFlight } from './end-payout.ts'
import type { Paying } from './pay-withdrawals.ts'

const PER_ROUND = 100
const AGAIN_AFTER_MS = 15_000

type Stored = InFlight & {
  signed_hex: string | null
  expires_at: Date | null
  broadcast_at: Date | null
  asset: number
  units: bigint
  to_address: string
  /** Whether one of the house's own wallets paid, and with it the fee. */
  from_own: boolean
}

export type SendOptions = {
  /** How long after the expiration a transaction that nobody has counts as dead. */
  deadMarginMs?: number
}

/**
 * Brings every stored payout to its end: sends its bytes, and always only these, until the chain
 * has them; settles it by a solid receipt; gives it up when it can never be packed any more.
 */
export async function sendPayouts(context: Paying, options: SendOptions = {}): Promise<void> {
  for (const payout of await readStored(context.db)) {
    if (context.stopping.aborted) return
    if (payout.broadcast_at === null) await send(context, payout)
    const found = await context.tron.transaction(payout.txid)
    if (!found.ok) continue
    await follow(context, payout, found.value, options)
  }
}

async function readStored(db: Db): Promise<Stored[]> {
  // Those that were sent longest ago come first, so that none starves behind a hundred.
  const { rows } = await sql<Stored>`
    select no, withdrawal_no, attempt, txid, signed_hex, expires_at, broadcast_at, asset, units,
      from_address, to_address,
      exists (select from own_wallets where address = from_address) as from_own
    from payouts where state = 'stored'
    order by broadcast_at nulls first, no limit ${PER_ROUND}`.execute(db)
  return rows
}

async function follow(
  context: Paying,
  payout: Stored,
  found: TransactionState,
  { deadMarginMs }: SendOptions,
): Promise<void> {
  if (found.state === 'solid') return settle(context, payout, found)
  if (found.state === 'in_block') return
  const { expires_at: expiresAt, broadcast_at: sentAt } = payout
  if (expiresAt && isDeadForSure(found, expiresAt.getTime(), deadMarginMs)) {
    const reason = 'The network did not take it before it expired.'
    return endPayout(context, payout, { state: 'expired', fee: 0n, reason })
  }
  const isDue = sentAt !== null && Date.now() - sentAt.getTime() >= AGAIN_AFTER_MS
  if (isDue) await send(context, payout)
}

/** Sends the stored bytes. Whatever the answer, only the chain says what became of them. */
async function send({ db, tron, log }: Paying, payout: Stored): Promise<void> {
  const { no, txid, signed_hex: signedHex, expires_at: expiresAt } = payout
  if (signedHex === null || (expiresAt && expiresAt.getTime() < Date.now())) return
  const answer = await tron.broadcast(signedHex)
  const said =
    answer.outcome === 'rejected' ? `rejected: ${answer.code} ${answer.message}` : answer.outcome
  if (answer.outcome === 'rejected') log.warn({ txid, said }, 'a node refuses a payout')
  await db
    .updateTable('payouts')
    .set({ broadcast_at: new Date(), broadcasts: sql`broadcasts + 1`, last_answer: said })
    .where('no', '=', no)
    .execute()
}

async function settle(
  context: Paying,
  payout: Stored,
  found: Extract<TransactionState, { state: 'solid' }>,
): Promise<void> {
  const { contractRet, feeSun } = found
  if (!payout.from_own && !(await bookOutside(context, payout, found.reading))) return
  const fee = payout.from_own ? feeSun : 0n
  if (contractRet !== 'SUCCESS') {
    const reason = `It failed on the network: ${contractRet}.`
    return endPayout(context, payout, { state: 'failed', fee, reason })
  }
  if (payout.asset === ASSET_NO.USDT && !isLogged(payout, found.reading)) {
    const reason = 'The network logged no transfer of USDT.'
    return endPayout(context, payout, { state: 'failed', fee, reason })
  }
  return endPayout(context, payout, { state: 'confirmed', fee, reason: '' })
}

/**
 * Whether the receipt has the log of this payment: a call that succeeds without it moved nothing.
 * Any amount will do, since a token that keeps a part of it for itself has been paid all the same.
 */
const isLogged = ({ from_address: from, to_address: to }: Stored, reading: Reading): boolean =>
  reading.credits.some((fact) => fact.asset === 'USDT' && fact.from === from && fact.to === to)

/**
 * What an operator paid from a wallet outside never was in custody: the house puts it in, so that
 * the payout can take it out. False while the chain cannot be read.
 */
async function bookOutside(context: Paying, payout: Stored, reading: Reading): Promise<boolean> {
  const chain = await context.tron.chainName()
  if (!chain.ok) return false
  const { asset, units: amount, to_address: to } = payout
  const paid = transfersOf(chain.value, reading).find(
    (transfer) => transfer.to === to && transfer.asset === asset && transfer.amount === amount,
  )
  if (paid) await receiveTreasury(context, paid)
  return true
}
