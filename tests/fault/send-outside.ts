import type { Context } from '../../src/server/context.ts'
import type { PayoutWallet } from '../../src/server/payout/payout-wallet.ts'
import type { Address } from '../../src/tron/encoding/address.ts'
import { fromHex } from '../../src/tron/encoding/hex.ts'
import { buildTransfer } from '../../src/tron/transaction/build.ts'
import { signTransaction } from '../../src/tron/transaction/signature.ts'

/** Sends TRX (in sun) from the payout wallet, bypassing the product. Returns the transaction id. */
export async function sendOutside(
  { tron }: Pick<Context, 'tron'>,
  wallet: PayoutWallet,
  to: Address,
  amount: bigint,
): Promise<string> {
  const final = await tron.finalHead()
  if (!final.ok) throw new Error('no final head')
  const built = buildTransfer({
    asset: 'TRX',
    from: wallet.address,
    to,
    amount,
    refBlockId: final.value.id,
    timestampMs: Date.now(),
    expirationMs: Math.max(Date.now(), final.value.timeMs) + 120_000,
    usdtContract: tron.usdtContract,
    feeLimitSun: 0n,
  })
  const raw = fromHex(built.rawHex) ?? new Uint8Array()
  await tron.broadcast(signTransaction(raw, wallet.key).signedHex)
  return built.txid
}
