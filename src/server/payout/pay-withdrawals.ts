import { coinOf } from '../book/rows/ledger-rows.ts'
import { PAR_RATE, type Coin, type RateE8 } from '../../domain/money/money.ts'
import { EXPIRATION_AFTER_MS } from '../../tron/transaction/build.ts'
import { mayStillPay, readReach } from '../chain/chain-record.ts'
import { checkReceiver } from './check-receiver.ts'
import { unitsOf, type Due } from './due-withdrawals.ts'
import { liftPause, raisePause } from '../pauses/pauses.ts'
import type { PayoutWallet } from './payout-wallet.ts'
import { openPayoutBudget, deductFrom, type PayoutBudget } from '../custody/wallet-budget.ts'
import { signPayout } from './sign-payout.ts'
import { storePayout } from './store-payout.ts'
import { pauseOrQuarantine } from './usdt-pause.ts'
import { type Paying, rateToSign, readPayable } from './payable-withdrawals.ts'

/** How many withdrawals a round may ask the nodes about. */
const PER_ROUND = 20

/**
 * Signs and stores payouts of approved withdrawals whose waiting time is over, oldest first, as far
 * as the wallet's funds allow. A withdrawal that the wallet can't cover waits and raises an alert,
 * while the others continue. It is the first one we retry when the wallet has funds again.
 * `sendPayouts` sends the stored payouts. A pause that begins meanwhile ends the round. Returns
 * how many were stored.
 * @param unclear withdrawals about which the nodes couldn't tell before, the least recent first. We
 *   ask about these last, so that they keep no others waiting
 */
export async function payWithdrawals(
  context: Paying,
  wallet: PayoutWallet,
  validForMs = EXPIRATION_AFTER_MS,
  unclear = new Set<number>(),
): Promise<number> {
  const payable = await readPayable(context, wallet.address)
  if (payable === null) return 0
  const { due, rateE8 } = payable
  const budget = await openPayoutBudget(context, wallet.address)
  const terms = { trxE8: rateE8 ?? PAR_RATE, budget, validForMs }
  let [stored, tried] = [0, 0]
  const short = new Set<Coin>()
  let restsUsdt = false
  for (const withdrawal of unclearLast(due, unclear)) {
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
    if (paid === 'paused') return stored
    unclear.delete(withdrawal.no)
    if (paid === 'troubled') unclear.add(withdrawal.no)
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

/** Orders them, and forgets those that are no longer due. */
function unclearLast(due: readonly Due[], unclear: Set<number>): Due[] {
  const waiting = new Set(due.map(({ no }) => no))
  for (const no of unclear) if (!waiting.has(no)) unclear.delete(no)
  const turns = new Map([...unclear].map((no, at) => [no, at + 1]))
  const turnOf = ({ no }: Due): number => turns.get(no) ?? 0
  return due.toSorted((a, b) => turnOf(a) - turnOf(b))
}

type Terms = { trxE8: RateE8; budget: PayoutBudget; validForMs: number }

/** What a withdrawal sends at the rate with which the round began. USDT counts at par. */
function amountOf(due: Due, { trxE8 }: Pick<Terms, 'trxE8'>) {
  const coin = coinOf(due.pay_asset)
  return unitsOf(due, coin, coin === 'TRX' ? trxE8 : PAR_RATE)
}

async function payOne(
  context: Paying,
  wallet: PayoutWallet,
  due: Due,
  { trxE8, budget, validForMs }: Terms,
): Promise<'stored' | Coin | 'troubled' | 'usdt_rests' | 'not_due' | 'paused'> {
  const { tron, book, log } = context
  const coin = coinOf(due.pay_asset)
  // Don't pay again if an earlier attempt may still be packed, or was packed after we gave up on
  // it.
  const reach = await readReach(context.db, tron)
  if (!reach || (await mayStillPay(context.db, reach, due.no))) return 'not_due'
  const to = await checkReceiver(context, wallet.address, due)
  if (to === null) return 'troubled'
  const asked = amountOf(due, { trxE8 })
  const question = { asset: coin, from: wallet.address, to, amount: asked }
  const fee = await tron.estimateFee(question)
  if (!fee.ok) return pauseOrQuarantine(context, due, question, fee.trouble)
  if (coin === 'USDT') await liftPause(context, 'usdt')
  const rateE8 = await rateToSign(context, wallet.address, coin)
  if (rateE8 === null) return 'paused'
  // A transfer of TRX costs the same whatever its amount.
  const amount = unitsOf(due, coin, rateE8)
  const { feeLimitSun, worstSun } = fee.value
  const short = deductFrom(budget, coin, amount, worstSun)
  if (short) return short
  const { no, attempt } = due
  const signing = { coin, to, amount, rateE8, feeLimitSun, worstSun, withdrawal: no, attempt }
  const { final, finalReadAt } = budget
  const chain = { final, finalReadAt, validForMs, usdtContract: tron.usdtContract }
  const payout = signPayout(wallet, { ...signing, ...chain })
  const refused = await storePayout(book, payout, { system: 'payout' })
  if (refused === null) return 'stored'
  // Refused, or another worker stored it: we discard these bytes and never send them.
  log.info({ withdrawal: due.no, refused }, 'a payout was no longer due')
  return 'not_due'
}
