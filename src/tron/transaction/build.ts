import type { Coin } from '../../domain/money/money.ts'
import type { Address } from '../encoding/address.ts'
import { transferCall } from '../encoding/contract-call.ts'
import { fromHex, toHex } from '../encoding/hex.ts'
import { encodeRaw, transactionId, type RawTransaction } from './transaction.ts'

/** Long enough to be packed under load, short enough that the expiration is soon final. */
export const EXPIRATION_AFTER_MS = 600_000

export type TransferOrder = {
  asset: Coin
  from: Address
  to: Address
  /** Millionths of the coin (sun for TRX), above zero. */
  amount: bigint
  /** Id of a final block: no fork can remove it. */
  refBlockId: string
  timestampMs: number
  /** The chain allows at most 24 hours after its head. */
  expirationMs: number
  usdtContract: Address
  /** The most the call may burn, in sun; USDT only. With 0 it always runs out of energy. */
  feeLimitSun: bigint
  /** A public text; none for payouts. The chain charges a fee for it. */
  memo?: string
}

export type BuiltTransaction = { txid: string; rawHex: string; expirationMs: number }

/**
 * The unsigned bytes of a TRX transfer or USDT `transfer` call. The same order always gives the
 * same bytes. Throws a RangeError on an order the chain could never accept.
 */
export function buildTransfer(order: TransferOrder): BuiltTransaction {
  const { asset, from, to, amount, expirationMs, timestampMs } = order
  const refBlock = fromHex(order.refBlockId)
  if (refBlock?.length !== 32) throw new RangeError('a block id has 64 hex digits')
  if (amount <= 0n || amount >= 1n << 63n) throw new RangeError(`amount ${amount}`)
  if (from === to) throw new RangeError('a transfer to oneself')
  if (expirationMs <= timestampMs) throw new RangeError('expires before its timestamp')
  if (asset === 'USDT' && order.feeLimitSun <= 0n) throw new RangeError('no fee limit')
  const transaction: RawTransaction = {
    refBlockBytes: refBlock.slice(6, 8),
    refBlockHash: refBlock.slice(8, 16),
    expirationMs: BigInt(expirationMs),
    memo: new TextEncoder().encode(order.memo ?? ''),
    contract:
      asset === 'TRX'
        ? { type: 'TransferContract', owner: from, to, amountSun: amount }
        : {
            type: 'TriggerSmartContract',
            owner: from,
            contract: order.usdtContract,
            // USDT's transfer takes no TRX: anything but 0 reverts.
            callValueSun: 0n,
            data: transferCall(to, amount),
            callTokenValue: 0n,
            tokenId: 0n,
          },
    permissionId: 0n,
    timestampMs: BigInt(timestampMs),
    feeLimitSun: asset === 'USDT' ? order.feeLimitSun : 0n,
  }
  const raw = encodeRaw(transaction)
  return { txid: transactionId(raw), rawHex: toHex(raw), expirationMs }
}
