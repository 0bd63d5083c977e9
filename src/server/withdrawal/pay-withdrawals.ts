import { PAR_RATE, type Coin, type RateE8 } from '../../domain/money.ts'
import { expirationAfterMs } from '../../tron/build.ts'
import type { Context } from '../context.ts'
import { coinOf } from '../deposit/show-deposit.ts'
import { liveRate } from '../rate/queries.ts'
import { checkReceiver, putAside, readDue, unitsOf, type Due } from './due-withdrawals.ts'
import { liftPause, raisePause } from './payout-pauses.ts'
import type { PayoutWallet } from './payout-wallet.ts'
import { openPurse, takeFrom, type Purse } from './purse.ts'
import { signPayout } from './sign-payout.ts'
import { storePayout } from './store-payout.ts'

export type Paying = Pick<Context, 'db' | 'book' | 'tron' | 'log' | 'stopping'>

/** Each of these asks the nodes some questions. */
const PER_ROUND = 20
/** Looked at in the table and the purse alone. */
const MOST_LOOKED_AT = 2_000

/**
 * Signs and stores payouts of approved withdrawals whose hold is over, oldest first, as far as the
 * wallet reaches. One that it cannot pay rests and raises an alarm; the others go on, and the one
 * that rests is the first to be tried again when the wallet has been filled. Nothing is
 * sent here: what is stored is sent by `sendPayouts`. Answers how many were stored.
 */
export async function payWithdrawals(
  context: Paying,
  wallet: PayoutWallet,
  validForMs = expirationAfterMs,
): Promise<number> {
  const rateE8 = await rateForDue(context)
  const coins: Coin[] = rateE8 === null ? ['USDT'] : ['TRX', 'USDT']
  const due = await readDue(context.db, coins, MOST_LOOKED_AT)
  if (due.length === 0) {
    await liftPause(context, 'low_balance')
    return 0
  }
  const purse = await openPurse(context, wallet.address)
  const terms = { trxE8: rateE8 ?? PAR_RATE, purse, validForMs }
  let [stored, tried] = [0, 0]
  const short = new Set<Coin>()
  let lacksFees = false
  for (const withdrawal of due) {
    if (context.stopping.aborted || tried === PER_ROUND) break
    const coin = coinOf(withdrawal.pay_asset)
    // What is larger than the purse is no question to the nodes, and holds nobody behind it up.
    if (amountOf(withdrawal, terms) > purse[coin]) {
      short.add(coin)
      continue
    }
    if (coin === 'USDT' && lacksFees) continue
    tried += 1
    const paid = await payOne(context, wallet, withdrawal, terms)
    if (paid === 'stored') stored += 1
    if (paid === 'TRX' || paid === 'USDT') short.add(paid)
    if (coin === 'USDT' && paid === 'TRX') lacksFees = true
  }
  if (short.size > 0) {
    const coinsMissing = [...short].sort().join(' and ')
    const detail = `The wallet ${wallet.address} is short of ${coinsMissing} for what is approved.`
    await raisePause(context, 'low_balance', detail)
  } else await liftPause(context, 'low_balance')
  return stored
}

/** The rate in force; without one payouts in TRX rest, if there are any. */
async function rateForDue(context: Paying): Promise<RateE8 | null> {
  const live = await liveRate(context.db)
  if (live) await liftPause(context, 'rate')
  else if ((await readDue(context.db, ['TRX'], 1)).length > 0) {
    await raisePause(context, 'rate', 'There is no current TRX rate.')
  }
  return live?.rateE8 ?? null
}

type Terms = { trxE8: RateE8; purse: Purse; validForMs: number }

/** What a withdrawal sends, at the rate of the round; USDT counts at par. */
function amountOf(due: Due, { trxE8 }: Pick<Terms, 'trxE8'>) {
  const coin = coinOf(due.pay_asset)
  return unitsOf(due, coin, coin === 'TRX' ? trxE8 : PAR_RATE)
}

async function payOne(
  context: Paying,
  wallet: PayoutWallet,
  due: Due,
  { trxE8, purse, validForMs }: Terms,
): Promise<'stored' | Coin | 'troubled' | 'not_due'> {
  const { tron, book, log } = context
  const coin = coinOf(due.pay_asset)
  const rateE8 = coin === 'TRX' ? trxE8 : PAR_RATE
  const amount = amountOf(due, { trxE8 })
  const to = await checkReceiver(context, wallet.address, due)
  if (to === null) return 'troubled'
  const fee = await tron.estimateFee({ asset: coin, from: wallet.address, to, amount })
  if (!fee.ok) {
    if (coin === 'TRX' || fee.trouble.kind !== 'refused') {
      throw new Error(`no fee estimate: ${fee.trouble.kind}`)
    }
    await putAside(context, due, `The transfer of USDT would fail: ${fee.trouble.detail}`)
    return 'troubled'
  }
  const { feeSun, feeLimitSun } = fee.value
  const short = takeFrom(purse, coin, amount, coin === 'TRX' ? feeSun : feeLimitSun)
  if (short) return short
  const { no, attempt } = due
  const signing = { coin, to, amount, rateE8, feeLimitSun, validForMs, withdrawal: no, attempt }
  const { solid } = purse
  const payout = signPayout(wallet, { ...signing, solid, usdtContract: tron.usdtContract })
  const refused = await storePayout(book, payout, { system: 'payout' })
  if (refused === null) return 'stored'
  // Rejected, or stored by another worker: these bytes are forgotten and never sent.
  log.info({ withdrawal: due.no, refused }, 'a payout was not due any more')
  return 'not_due'
}
