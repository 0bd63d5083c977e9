import type { Coin } from '../../domain/money/money.ts'
import type { Context } from '../context.ts'
import { requireOpenDeposits } from '../readiness/open-deposits.ts'
import { reject } from '../../contract/refusals/reject.ts'
import { isUsdtOpen } from '../rate/usdt-price.ts'
import { depositAddress } from './incoming/deposit-address.ts'
import { walletInfo } from './wallet-info.ts'

export async function readWallet(context: Context, member: number, coin: Coin, amount?: string) {
  await requireOpenDeposits(context)
  if (coin === 'USDT' && !(await isUsdtOpen(context.db))) throw reject('usdt_closed')
  const address = await depositAddress(context, member)
  return walletInfo(coin, address, amount, context.config.trxDepositLimitMicros)
}
