import { formatUnits, PAR_RATE, type Coin, type RateE8 } from '../../domain/money/money.ts'
import type { Address } from '../../tron/encoding/address.ts'
import type { Context } from '../context.ts'
import { readLack } from '../custody/queries.ts'
import { liveRate } from '../rate/queries.ts'
import { readDue, type Due } from './due-withdrawals.ts'
import { liftPause, raisePause } from '../pauses/pauses.ts'
import { passesRecord } from './signing-gate.ts'
import { usdtPriceReason } from './usdt-pause.ts'

export type Paying = Pick<Context, 'db' | 'book' | 'tron' | 'log' | 'stopping'>

/** Withdrawals per round that we check only against the table and the budget. */
const MAX_CHECKED = 2_000

type Payable = { due: Due[]; rateE8: RateE8 | null }

/**
 * What we can pay now, and the rate for it; null when there is nothing to pay. Raises and lifts the
 * pauses that need no node request, so idle rounds call it too.
 */
export async function readPayable(context: Paying, wallet: Address): Promise<Payable | null> {
  if (await lacksFunds(context, wallet)) return null
  const rateE8 = await rateForDue(context)
  const coins: Coin[] = [
    ...(rateE8 === null ? [] : (['TRX'] as const)),
    ...((await isUsdtPayable(context)) ? (['USDT'] as const) : []),
  ]
  const due = await readDue(context.db, coins, MAX_CHECKED)
  if (due.length > 0) return { due, rateE8 }
  await liftPause(context, 'low_balance')
  return null
}

/**
 * The rate of the payout that we sign next. A round lasts as long as the nodes take, so we read
 * again what the database shows without a node. Null once payouts from this wallet, or in this
 * coin, pause: the round ends, and the next one says why.
 */
export async function rateToSign(
  context: Paying,
  wallet: Address,
  coin: Coin,
): Promise<RateE8 | null> {
  const { db } = context
  if (!(await passesRecord(context, wallet)) || (await lacksFunds(context, wallet))) return null
  if (coin === 'USDT') return (await usdtPriceReason(db)) === null ? PAR_RATE : null
  return (await liveRate(db))?.rateE8 ?? null
}

/** Whether the wallet holds less than the ledger says. We then pay nothing from it. */
async function lacksFunds(context: Paying, wallet: Address): Promise<boolean> {
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
  const why = isWaiting ? await usdtPriceReason(context.db) : null
  if (why !== null) {
    await raisePause(context, 'usdt', why)
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
