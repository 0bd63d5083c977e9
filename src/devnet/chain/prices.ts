import { bandwidthLeft, recovered, useStake } from './stake.ts'
import { accountIn, type Account, type WorldScratch } from './world.ts'
import type { Address } from '../../tron/encoding/address.ts'

/** Mainnet prices as of 2026. */
export const ENERGY_PRICE_SUN = 100n
const BYTE_PRICE_SUN = 1_000n
/** `getMaxFeeLimit`: a call that may burn more is refused. */
export const MAX_FEE_LIMIT_SUN = 15_000_000_000n
export const ACTIVATION_SUN = 1_000_000n
export const ACTIVATION_NET_SUN = 100_000n
/** Mainnet's fee for a memo, enabled by `POST /devnet/memo-fee`. */
export const MEMO_FEE_SUN = 1_000_000
export const FREE_NET_LIMIT = 600
/** Bytes the chain adds to a transaction for its result. */
const RESULT_BYTES = 64

/** Bytes charged for a transaction: its size without results, plus 64. */
export const chargedBytes = (wholeBytes: number): number => wholeBytes + RESULT_BYTES

export const freeNetUsed = (account: Account, nowMs: number): number =>
  recovered(account.netUsed, account.netTimeMs, nowMs)

/**
 * Charges bandwidth to the stake or the free quota if one covers all of it, else burns TRX.
 * Undefined when the account can't pay.
 */
export function chargeBandwidth(
  state: WorldScratch,
  owner: Address,
  bytes: number,
  nowMs: number,
): { netUsage: number; netFeeSun: bigint } | undefined {
  const account = accountIn(state, owner)
  if (account === undefined) return undefined
  if (bandwidthLeft(account, nowMs) >= bytes) {
    state.set(owner, useStake(account, { bandwidth: bytes }, nowMs))
    return { netUsage: bytes, netFeeSun: 0n }
  }
  const used = freeNetUsed(account, nowMs)
  if (used + bytes <= FREE_NET_LIMIT) {
    state.set(owner, { ...account, netUsed: used + bytes, netTimeMs: nowMs })
    return { netUsage: bytes, netFeeSun: 0n }
  }
  const netFeeSun = BigInt(bytes) * BYTE_PRICE_SUN
  if (account.balanceSun < netFeeSun) return undefined
  state.set(owner, { ...account, balanceSun: account.balanceSun - netFeeSun })
  return { netUsage: 0, netFeeSun }
}

/** The part of `getchainparameters` that wallets and tronweb read. */
export const chainParameters = (memoSun: number) => [
  { key: 'getMaintenanceTimeInterval', value: 21_600_000 },
  { key: 'getAccountUpgradeCost', value: 9_999_000_000 },
  { key: 'getCreateAccountFee', value: 100_000 },
  { key: 'getTransactionFee', value: 1_000 },
  { key: 'getCreateNewAccountFeeInSystemContract', value: 1_000_000 },
  { key: 'getEnergyFee', value: 100 },
  { key: 'getFreeNetLimit', value: FREE_NET_LIMIT },
  { key: 'getMaxFeeLimit', value: Number(MAX_FEE_LIMIT_SUN) },
  // Nodes omit zeros.
  memoSun > 0 ? { key: 'getMemoFee', value: memoSun } : { key: 'getMemoFee' },
  { key: 'getMultiSignFee', value: 1_000_000 },
]
