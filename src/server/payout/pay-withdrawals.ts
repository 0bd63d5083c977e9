import { coinOf } from '../book/rows/ledger-rows.ts'
import { formatUnits, PAR_RATE, type Coin, type RateE8 } from '../../domain/money/money.ts'
import type { Address } from '../../tron/encoding/address.ts'
import { expirationAfterMs } from '../../tron/transaction/build.ts'
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

/** Each of these asks the nodes some questions. */
const PER_ROUND = 20
/** Looked at in the table and the budget alone. */
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
    // What is larger than the budget is no question to the nodes, and holds nobody behind it up.
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
 * What can be paid now, and the rate for it; null when there is nothing. Raises and lifts the
 * pauses that need no question to the chain, so that idle rounds call it as well.
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

/** Whether the wallet holds less than the ledger says: then nothing is paid from it. */
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

/** Whether USDT is worth a dollar; while it is not, payouts in it rest, if there are any. */
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

/** The rate in force; without one payouts in TRX rest, if there are any. */
async function rateForDue(context: Paying): Promise<RateE8 | null> {
  const live = await liveRate(context.db)
  if (live) await liftPause(context, 'rate')
  else if ((await readDue(context.db, ['TRX'], 1)).length > 0) {
    await raisePause(context, 'rate', 'There is no current TRX rate.')
  }
  return live?.rateE8 ?? null
}

type Terms = { trxE8: RateE8; budget: PayoutBudget; validForMs: number }

/** What a withdrawal sends, at the rate of the round; USDT counts at par. */
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
  // An earlier attempt that may yet be packed, or was after we gave it up, is not paid again.
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
  // Rejected, or stored by another worker: these bytes are forgotten and never sent.
  log.info({ withdrawal: due.no, refused }, 'a payout was not due any more')
  return 'not_due'
}

/**
 * Handles a fee that can't be estimated. USDT that would fail for everybody pauses; a transfer
 * that fails alone goes to quarantine. Throws while the chain cannot be read.
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
