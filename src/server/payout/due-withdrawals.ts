import { anyOf, lit, now } from '../../db/expressions.ts'
import { ASSET_CODES } from '../book/rows/ledger-rows.ts'
import type { Db, RowOf, Tx } from '../../db/types.ts'
import { micros, type Coin, type RateE8, type Units } from '../../domain/money/money.ts'
import { payoutUnits } from '../../domain/money/rate.ts'
import { netMicros } from '../../domain/wallet/withdrawal.ts'
import { isInSignerFile } from '../withdrawal/in-signer-file.ts'
import { isClaimed } from '../withdrawal/payers.ts'
import { isSafeToPay } from '../withdrawal/safe-to-pay.ts'

const DUE = [
  'no',
  'attempt',
  'amount_micros',
  'fee_micros',
  'network_fee_micros',
  'pay_asset',
  'address',
  'hold_until',
] as const

export type Due = RowOf<'withdrawals', (typeof DUE)[number]>

/**
 * Approved withdrawals whose waiting time is over and that nothing blocks, oldest first. What
 * changed since the request counts, too: a later hold, a suspension, a dispute. We don't pay a
 * member whose deposit address lacks coins until an operator has reviewed it, nor what an operator
 * may be paying from another wallet.
 * @param forFile those after a number, for a file for an offline signer. By default those for the
 *   worker, which pays none that such a file may pay
 */
export async function readDue(
  db: Db,
  coins: readonly Coin[],
  most: number,
  forFile: { readonly after: number } | null = null,
): Promise<Due[]> {
  const rows = await db
    .selectFrom('withdrawals')
    .select(DUE)
    .where('state', '=', lit('approved'))
    .where('hold_until', '<=', now)
    .where(isSafeToPay)
    .where((eb) => eb.not(isClaimed))
    .where(
      'pay_asset',
      '=',
      anyOf(
        coins.map((coin) => ASSET_CODES[coin]),
        'int',
      ),
    )
    .$if(forFile === null, (query) => query.where((eb) => eb.not(isInSignerFile)))
    .where('no', '>', forFile?.after ?? 0)
    .where('no', 'not in', (eb) => eb.selectFrom('blocked_payouts').select('withdrawal_no'))
    .orderBy('no')
    .limit(most)
    .execute()
  return rows
}

/** Those of these withdrawals that are still approved, by number. */
export async function readApproved(
  db: Db | Tx,
  withdrawals: readonly number[],
): Promise<Map<number, Due>> {
  const rows = await db
    .selectFrom('withdrawals')
    .select(DUE)
    .where('state', '=', lit('approved'))
    .where('no', '=', anyOf(withdrawals, 'int'))
    .execute()
  return new Map(rows.map((due) => [due.no, due]))
}

/** What a due withdrawal sends at the current rate. */
export function unitsOf(due: Due, coin: Coin, rate: RateE8): Units {
  const net = netMicros({
    amountMicros: micros(due.amount_micros),
    feeMicros: micros(due.fee_micros),
    networkFeeMicros: micros(due.network_fee_micros),
  })
  return payoutUnits(coin, net, rate)
}
