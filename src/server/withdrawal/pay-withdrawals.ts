import { sql } from 'kysely'
import { micros, units, type RateE8, type Units } from '../../domain/money.ts'
import { payoutUnits } from '../../domain/rate.ts'
import type { Db } from '../../db/types.ts'
import { parseAddress, type Address } from '../../tron/address.ts'
import { buildTransfer, expirationAfterMs } from '../../tron/build.ts'
import { fromHex } from '../../tron/hex.ts'
import { signTransaction } from '../../tron/signature.ts'
import type { Context } from '../context.ts'
import { liveRate } from '../rate/queries.ts'
import { liftPause, raisePause } from './payout-pauses.ts'
import type { PayoutWallet } from './payout-wallet.ts'
import { storePayout, type NewPayout } from './store-payout.ts'

export type Paying = Pick<Context, 'db' | 'book' | 'tron' | 'log' | 'stopping'>

const PER_ROUND = 20
/** Stays in the wallet for the fees of what is under way. */
const RESERVE_SUN = 5_000_000n

export type Due = { no: number; amount_micros: bigint; fee_micros: bigint; address: string }

/**
 * Signs and stores payouts of approved withdrawals whose hold is over, oldest first, as far as the
 * wallet reaches. One that it cannot pay rests and raises an alarm; the others go on. Nothing is
 * sent here: what is stored is sent by `sendPayouts`. Answers how many were stored.
 */
export async function payWithdrawals(
  context: Paying,
  wallet: PayoutWallet,
  validForMs = expirationAfterMs,
): Promise<number> {
  const { db } = context
  const due = await readDue(db)
  if (due.length === 0) {
    await liftPause(context, 'low_balance')
    return 0
  }
  const live = await liveRate(db)
  if (!live) {
    await raisePause(context, 'rate', 'There is no current TRX rate.')
    return 0
  }
  await liftPause(context, 'rate')
  const purse = await openPurse(context, wallet)
  let stored = 0
  let short = false
  for (const withdrawal of due) {
    if (context.stopping.aborted) break
    const paid = await payOne(context, wallet, withdrawal, { ...live, purse, validForMs })
    if (paid === 'stored') stored += 1
    if (paid === 'short') short = true
  }
  if (short) {
    const detail = `The payout wallet ${wallet.address} is short of TRX for what is approved.`
    await raisePause(context, 'low_balance', detail)
  } else await liftPause(context, 'low_balance')
  return stored
}

/** Approved withdrawals whose hold is over, oldest first. */
export const readDue = (db: Db, most = PER_ROUND): Promise<Due[]> =>
  db
    .selectFrom('withdrawals')
    .select(['no', 'amount_micros', 'fee_micros', 'address'])
    .where('state', '=', 'approved')
    .where('hold_until', '<=', new Date())
    .where('no', 'not in', (query) => query.selectFrom('payout_troubles').select('withdrawal_no'))
    .orderBy('no')
    .limit(most)
    .execute()

/** What may be spent now: the solid balance less all that is under way. */
type Purse = { sun: bigint; solid: { id: string; timeMs: number } }

async function openPurse({ db, tron }: Paying, wallet: PayoutWallet): Promise<Purse> {
  const solid = await tron.solidHead()
  if (!solid.ok) throw new Error(`no payouts: ${solid.trouble.kind}`)
  const balances = await tron.balances(wallet.address)
  if (!balances.ok) throw new Error(`no payouts: ${balances.trouble.kind}`)
  const { rows } = await sql<{ sun: bigint }>`
    select coalesce(sum(units), 0)::bigint as sun from (
      select units from payouts
        where state = 'stored' and asset = 1 and from_address = ${wallet.address}
      union all select units from custody_moves
        where state = 'stored' and asset = 1 and from_address = ${wallet.address}) under_way
  `.execute(db)
  const sun = balances.value.trx - (rows[0]?.sun ?? 0n) - RESERVE_SUN
  return { sun, solid: solid.value }
}

type Terms = { rateE8: RateE8; purse: Purse; validForMs: number }

async function payOne(
  context: Paying,
  wallet: PayoutWallet,
  due: Due,
  { rateE8, purse, validForMs }: Terms,
): Promise<'stored' | 'short' | 'troubled' | 'not_due'> {
  const amount = payoutUnits('TRX', micros(due.amount_micros - due.fee_micros), rateE8)
  const to = await checkReceiver(context, wallet, due)
  if (to === null) return 'troubled'
  const question = { asset: 'TRX', from: wallet.address, to, amount } as const
  const fee = await context.tron.estimateFee(question)
  if (!fee.ok) throw new Error(`no fee estimate: ${fee.trouble.kind}`)
  const cost = amount + fee.value.feeSun
  if (cost > purse.sun) return 'short'
  const payout = signPayout(context, wallet, { due, to, amount, rateE8, purse, validForMs })
  const refused = await storePayout(context.book, payout, { system: 'payout' })
  if (refused) {
    // Rejected, or stored by another worker: these bytes are forgotten and never sent.
    context.log.info({ withdrawal: due.no, refused }, 'a payout was not due any more')
    return 'not_due'
  }
  purse.sun -= cost
  return 'stored'
}

/** The address of a withdrawal if it can be paid; else notes why not, for operators. */
export async function checkReceiver(
  { db, tron, log }: Pick<Paying, 'db' | 'tron' | 'log'>,
  wallet: Pick<PayoutWallet, 'address'>,
  due: Due,
): Promise<Address | null> {
  const reading = parseAddress(due.address)
  const account = reading.ok ? await tron.account(reading.address) : null
  if (account && !account.ok) throw new Error(`no payouts: ${account.trouble.kind}`)
  const detail = !reading.ok
    ? reading.message
    : account?.value.isContract
      ? 'The address is a contract, which takes no TRX.'
      : reading.address === wallet.address
        ? 'The address is the payout wallet itself.'
        : null
  if (detail === null && reading.ok) return reading.address
  log.error({ withdrawal: due.no, detail }, 'a withdrawal cannot be paid')
  await db
    .insertInto('payout_troubles')
    .values({ withdrawal_no: due.no, detail: detail ?? '' })
    .onConflict((conflict) => conflict.column('withdrawal_no').doNothing())
    .execute()
  return null
}

type Signing = Terms & { due: Due; to: Address; amount: Units }

let latestMs = 0

function signPayout(context: Paying, wallet: PayoutWallet, signing: Signing): NewPayout {
  const { due, to, amount, rateE8, purse, validForMs } = signing
  // Two equal payouts of the same moment must not be one transaction.
  latestMs = Math.max(Date.now(), latestMs + 1)
  const built = buildTransfer({
    asset: 'TRX',
    from: wallet.address,
    to,
    amount,
    refBlockId: purse.solid.id,
    timestampMs: latestMs,
    expirationMs: Math.max(latestMs, purse.solid.timeMs) + validForMs,
    usdtContract: context.tron.usdtContract,
    feeLimitSun: 0n,
  })
  const raw = fromHex(built.rawHex)
  if (!raw) throw new Error('the payout has no bytes')
  const { txid, signedHex } = signTransaction(raw, wallet.key)
  return {
    withdrawal: due.no,
    coin: 'TRX',
    units: units(amount),
    rateE8,
    from: wallet.address,
    to,
    txid,
    signedHex,
    expiresAt: new Date(built.expirationMs),
  }
}
