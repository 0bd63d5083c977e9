import { renderSVG } from 'uqr'
import type { z } from 'zod'
import type { WalletInfo } from '../../contract/subjects/deposit.ts'
import { formatUnits, formatUsd, parseUnits, type Coin } from '../../domain/money/money.ts'
import { rejectField } from '../../contract/refusals/reject.ts'
import { text } from '../../contract/texts/texts.ts'

/**
 * Where to pay. The QR code holds only the address, because wallets reject most URIs. Some wallets
 * read a URI with an amount as TRX, so USDT gets one without.
 */
export function walletInfo(
  coin: Coin,
  address: string,
  amount: string | undefined,
  trxLimitMicros: bigint,
): z.infer<typeof WalletInfo> {
  const units = amount === undefined ? undefined : parseUnits(amount)
  if (units === null) throw rejectField('amount', text('amount_invalid'))
  const asked = coin === 'TRX' && units ? `?amount=${formatUnits(units)}` : ''
  return {
    success: true,
    wallet_address: address,
    qr_code: pictureOf(address),
    payment_uri: `tron:${address}${asked}`,
    maximum_deposit: coin === 'TRX' ? formatUsd(trxLimitMicros) : null,
  }
}

function pictureOf(address: string): string {
  const svg = renderSVG(address, { ecc: 'M', border: 4 })
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`
}
