import {
  CENT,
  divideUp,
  formatUsd,
  micros,
  parseUsd,
  units,
  type Micros,
} from '../../domain/money/money.ts'
import { payoutUnits, RATE_SCALE } from '../../domain/money/rate.ts'
import { withdrawalFee } from '../../domain/money/fee.ts'
import { parseAddress, type Address } from '../../tron/encoding/address.ts'
import type { Db } from '../../db/types.ts'
import type { Context } from '../context.ts'
import { reject, rejectField } from '../../contract/refusals/reject.ts'
import { liveRate } from '../rate/queries.ts'
import { isUsdtOpen } from '../rate/usdt-price.ts'
import { text } from '../../contract/texts/texts.ts'

const NOT_NOW = text('usdt_payouts_closed')

/** The fields that a USDT withdrawal adds to the command. */
export type UsdtCharge = { payIn: 'USDT'; networkFeeMicros: Micros }

/**
 * The network fee of a USDT payout at the live rate, rounded up to the cent. It covers the energy
 * of a dry run of the same call, and its bytes, as if nothing were staked or free. Refuses with 503
 * without the chain or a rate, and with 400 on `payment_method` if the call would fail.
 */
export async function chargeForUsdt(
  { db, tron }: Pick<Context, 'db' | 'tron'>,
  address: string,
  amount: Micros,
): Promise<UsdtCharge> {
  const from = await payingWallet(db)
  const to = parseAddress(address)
  const paid = micros(amount - withdrawalFee(amount))
  if (from === null || !to.ok) throw rejectField('payment_method', NOT_NOW)
  // The rules refuse this as too small, so there is no call to estimate.
  if (paid <= 0n) return { payIn: 'USDT', networkFeeMicros: micros(0n) }
  if (!(await isUsdtOpen(db))) throw rejectField('payment_method', NOT_NOW)
  const live = await liveRate(db)
  if (!live) throw reject('rate_unavailable')
  const question = { asset: 'USDT', from, to: to.address } as const
  const fee = await tron.estimateFee({
    ...question,
    amount: payoutUnits('USDT', paid, live.rateE8),
  })
  if (!fee.ok) {
    if (['reverted', 'fee_ceiling'].includes(fee.trouble.kind))
      throw rejectField('payment_method', NOT_NOW)
    throw reject('chain_unavailable')
  }
  const costMicros = divideUp(units(fee.value.unaidedSun) * live.rateE8, RATE_SCALE)
  return { payIn: 'USDT', networkFeeMicros: micros(divideUp(costMicros, CENT) * CENT) }
}

/** How much higher than shown the fee may be, in percent: the rate moves while a member reads. */
const MAX_RISE_PERCENT = 5n

/** Refuses a network fee that has risen since the member saw it. Clients need not send that one. */
export function requireShownFee(fee: Micros, shown: string | undefined): void {
  const seen = shown === undefined ? null : parseUsd(shown)
  if (seen === null || fee * 100n <= seen * (100n + MAX_RISE_PERCENT)) return
  const said = text('network_fee_differs', { ours: formatUsd(fee), yours: formatUsd(seen) })
  throw rejectField('network_fee', said, 'figures_differ')
}

/** The wallet that paid last or was opened last. It will pay this withdrawal too. */
async function payingWallet(db: Db): Promise<Address | null> {
  const row = await db
    .selectFrom('own_wallets')
    .select('address')
    .where('role', '=', 'payout')
    .orderBy('added_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  const reading = row ? parseAddress(row.address) : null
  return reading?.ok ? reading.address : null
}
