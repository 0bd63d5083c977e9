import { coinOf } from '../book/rows/ledger-rows.ts'
import { formatUnits, PAR_RATE, type Coin, type RateE8 } from '../../domain/money/money.ts'
import type { Address } from '../../tron/encoding/address.ts'
import { EXPIRATION_AFTER_MS } from '../../tron/transaction/build.ts'
import type { FeeQuestion } from '../../tron/query/fees.ts'
import type { Trouble } from '../../tron/node/trouble.ts'
import type { Context } from '../context.ts'
import { mayStillPay, readReach } from '../chain/chain-record.ts'
import { readLack } from '../custody/queries.ts'
import { liveRate } from '../rate/queries.ts'
import { isUsdtOpen } from '../rate/usdt-price.ts'
import { checkReceiver, quarantine, readDue, unitsOf, type Due } from './due-withdrawals.ts'
import { liftPause, raisePause } from './payout-pauses.ts'
import type { PayoutWallet } from './payout-wallet.ts'
import { openPayoutBudget, takeFrom, type PayoutBudget } from './payout-budget.ts'
import { signPayout } from './sign-payout.ts'
import { storePayout } from './store-payout.ts'
import { whyNoUsdtWorks } from './usdt-pause.ts'

export type Paying = Pick<Context, 'db' | 'book' | 'tron' | 'log' | 'stopping'>

/** Withdrawals per round that cost requests to the nodes. */
const PER_ROUND = 20
/** Withdrawals per round that we check against the table and the budget only. */
const MOST_LOOKED_AT = 2_000

/**
 * Signs and stores payouts of approved withdrawals whose waiting time is over, oldest first, as far
 * as the wallet's funds reach. A withdrawal that the wallet can't cover waits and raises an alert,
 * while the others continue. It is the first that we retry when the wallet has funds again.
 * `sendPayouts` sends the stored payouts. Returns how many were stored.
 */
export async function payWithdrawals(
  context: Paying,
  wallet: PayoutWallet,
  validForMs = EXPIRATION_AFTER_MS,
): Promise<number> {
  const payable = await readPayable(context, wallet.address)
  if (payable === null) return 0
  const { due, rateE8 } = payable
  const budget = await openPayoutBudget(context, wallet.address)
  const terms = { trxE8: rateE8 ?? PAR_RATE, budget, validForMs }
  let [stored, tried] = [0, 0]
  const short = new Set<Coin>()
  let restsUsdt = false
  for (const withdrawal of due) {
    if (context.stopping.aborted || tried === PER_ROUND) break
    const coin = coinOf(withdrawal.pay_asset)
    // Don't ask the nodes about a payout above the budget, and don't let it block the others.
    if (amountOf(withdrawal, terms) > budget[coin]) {
      short.add(coin)
      continue
    }
    if (coin === 'USDT' && restsUsdt) continue
    tried += 1
    const paid = await payOne(context, wallet, withdrawal, terms)
    if (paid === 'stored') stored += 1
    if (paid === 'TRX' || paid === 'USDT') short.add(paid)
    if (coin === 'USDT' && (paid === 'TRX' || paid === 'usdt_rests')) restsUsdt = true
  }
  if (short.size > 0) {
    const coinsMissing = [...short].sort().join(' and ')
    const detail = `The wallet ${wallet.address} is short of ${coinsMissing} for what is approved.`
    await raisePause(context, 'low_balance', detail)
  } else await liftPause(context, 'low_balance')
  return stored
}

type Payable = { due: Due[]; rateE8: RateE8 | null }

/**
 * What we can pay now, and the rate for it; null when there is nothing to pay. Raises and lifts the
 * pauses that need no node request, so idle rounds call it too.
 */
export async function readPayable(context: Paying, wallet: Address): Promise<Payable | null> {
  if (await isWalletShort(context, wallet)) return null
  const rateE8 = await rateForDue(context)
  const coins: Coin[] = [
    ...(rateE8 === null ? [] : (['TRX'] as const)),
    ...((await isUsdtPayable(context)) ? (['USDT'] as const) : []),
  ]
  const due = await readDue(context.db, coins, MOST_LOOKED_AT)
  if (due.length > 0) return { due, rateE8 }
  await liftPause(context, 'low_balance')
  return null
}

/** Whether the wallet holds less than the ledger says. We then pay nothing from it. */
async function isWalletShort(context: Paying, wallet: Address): Promise<boolean> {
  const lack = await readLack(context.db, wallet)
  if (lack === null) {
    await liftPause(context, 'custody')
    return false
  }
  const figures = `${formatUnits(lack.trx)} TRX and ${formatUnits(lack.usdt)} USDT`
  await raisePause(context, 'custody', `The wallet ${wallet} lacks ${figures} against the ledger.`)
  return true
}

/** Whether USDT is worth a dollar. If not, any due USDT payouts pause. */
async function isUsdtPayable(context: Paying): Promise<boolean> {
  const isWaiting = (await readDue(context.db, ['USDT'], 1)).length > 0
  if (isWaiting && !(await isUsdtOpen(context.db))) {
    await raisePause(
      context,
      'usdt',
      'USDT isn’t trading close to one dollar, or there is no current price.',
    )
    return false
  }
  if (!isWaiting) await liftPause(context, 'usdt')
  return true
}

/** The rate in force. Without one, any due TRX payouts pause. */
async function rateForDue(context: Paying): Promise<RateE8 | null> {
  const live = await liveRate(context.db)
  if (live) await liftPause(context, 'rate')
  else if ((await readDue(context.db, ['TRX'], 1)).length > 0) {
    await raisePause(context, 'rate', 'There is no current TRX rate.')
  }
  return live?.rateE8 ?? null
}

type Terms = { trxE8: RateE8; budget: PayoutBudget; validForMs: number }

/** What a withdrawal sends at this round's rate. USDT counts at par. */
function amountOf(due: Due, { trxE8 }: Pick<Terms, 'trxE8'>) {
  const coin = coinOf(due.pay_asset)
  return unitsOf(due, coin, coin === 'TRX' ? trxE8 : PAR_RATE)
}

async function payOne(
  context: Paying,
  wallet: PayoutWallet,
  due: Due,
  { trxE8, budget, validForMs }: Terms,
): Promise<'stored' | Coin | 'troubled' | 'usdt_rests' | 'not_due'> {
  const { tron, book, log } = context
  const coin = coinOf(due.pay_asset)
  const rateE8 = coin === 'TRX' ? trxE8 : PAR_RATE
  const amount = amountOf(due, { trxE8 })
  // Don't pay again if an earlier attempt may still be packed, or was packed after we gave it up.
  const reach = await readReach(context.db, tron)
  if (!reach || (await mayStillPay(context.db, reach, due.no))) return 'not_due'
  const to = await checkReceiver(context, wallet.address, due)
  if (to === null) return 'troubled'
  const question = { asset: coin, from: wallet.address, to, amount }
  const fee = await tron.estimateFee(question)
  if (!fee.ok) return pauseOrQuarantine(context, due, question, fee.trouble)
  if (coin === 'USDT') await liftPause(context, 'usdt')
  const { feeLimitSun, worstSun } = fee.value
  const short = takeFrom(budget, coin, amount, worstSun)
  if (short) return short
  const { no, attempt } = due
  const signing = { coin, to, amount, rateE8, feeLimitSun, worstSun, withdrawal: no, attempt }
  const chain = { solid: budget.solid, validForMs, usdtContract: tron.usdtContract }
  const payout = signPayout(wallet, { ...signing, ...chain })
  const refused = await storePayout(book, payout, { system: 'payout' })
  if (refused === null) return 'stored'
  // Refused, or another worker stored it: we discard these bytes and never send them.
  log.info({ withdrawal: due.no, refused }, 'a payout was no longer due')
  return 'not_due'
}

/**
 * Handles a fee that can't be estimated. If USDT fails for everyone, its payouts pause. If only
 * this transfer fails, it goes to quarantine. Throws while the chain can't be read.
 */
async function pauseOrQuarantine(
  context: Paying,
  due: Due,
  question: FeeQuestion,
  trouble: Trouble,
): Promise<'troubled' | 'usdt_rests'> {
  const isRefused = trouble.kind === 'refused' || trouble.kind === 'fee_ceiling'
  if (question.asset === 'TRX' || !isRefused) throw new Error(`no fee estimate: ${trouble.kind}`)
  const why = await whyNoUsdtWorks(context, question, trouble)
  if (why !== null) {
    await raisePause(context, 'usdt', why)
    return 'usdt_rests'
  }
  await quarantine(context, due, `The transfer of USDT would fail: ${trouble.detail}`)
  return 'troubled'
}
