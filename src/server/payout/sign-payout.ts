import { nowMs } from '../../clock/clock.ts'
import type { Coin, RateE8, Units } from '../../domain/money/money.ts'
import type { Address } from '../../tron/encoding/address.ts'
import type { BlockHead } from '../../tron/block/block-reads.ts'
import { buildTransfer } from '../../tron/transaction/build.ts'
import { fromHex } from '../../tron/encoding/hex.ts'
import { signTransaction } from '../../tron/transaction/signature.ts'
import type { PayoutWallet } from './payout-wallet.ts'
import type { NewPayout } from './store-payout.ts'

export type Signing = {
  withdrawal: number
  attempt: number
  coin: Coin
  to: Address
  amount: Units
  rateE8: RateE8
  /** What the call may burn; 0 for TRX, whose transactions set no limit. */
  feeLimitSun: bigint
  /** The most that the transaction may burn. */
  worstSun: bigint
  final: BlockHead
  /** `performance.now()` after the head was read. */
  finalReadAt: number
  validForMs: number
  usdtContract: Address
}

/** A block is final 19 blocks after it was made. */
const FINAL_AFTER_MS = 60_000

/**
 * Our time, but not later than the chain's can be. The fence after a failover counts on the end of
 * every payout, and our clock may be ahead.
 */
const timeOf = ({ final, finalReadAt }: Signing): number =>
  Math.min(
    Math.max(nowMs(), final.timeMs),
    final.timeMs + FINAL_AFTER_MS + Math.floor(performance.now() - finalReadAt),
  )

let latestMs = 0

/** Builds and signs one payout. Two equal payouts at the same moment get different transactions. */
export function signPayout(wallet: PayoutWallet, signing: Signing): NewPayout {
  const { withdrawal, attempt, coin, to, amount, rateE8, feeLimitSun, final, validForMs } = signing
  latestMs = Math.max(nowMs(), latestMs + 1)
  const built = buildTransfer({
    asset: coin,
    from: wallet.address,
    to,
    amount,
    refBlockId: final.id,
    timestampMs: latestMs,
    expirationMs: timeOf(signing) + validForMs,
    usdtContract: signing.usdtContract,
    feeLimitSun,
  })
  const raw = fromHex(built.rawHex)
  if (!raw) throw new Error('the payout has no bytes')
  const { txid, signedHex } = signTransaction(raw, wallet.key)
  return {
    withdrawal,
    attempt,
    coin,
    units: amount,
    rateE8,
    from: wallet.address,
    to,
    txid,
    signedHex,
    expiresAt: new Date(built.expirationMs),
    feeLimitSun: signing.worstSun,
  }
}
