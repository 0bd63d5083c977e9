import type { Address } from '../../tron/encoding/address.ts'
import type { Environment } from './environment.ts'

export type TronSettings = {
  /** Null: the devnet on `devnetPort`. */
  tronApiUrls: string[] | null
  tronApiKey: string | null
  /** Null only with the devnet, which has its own. */
  usdtContract: Address | null
  /** Block 0 of your own test network, whose coins are worthless. */
  testGenesisId: string | null
  /** The pins of the database that this start may change. */
  rotatePins: string[]
  /** The most requests per second to each external node. */
  tronRequestsPerSecond: number
  /** A provider's daily quota; null if there is none. */
  tronDailyRequests: number | null
  /** Blocks that an operator verified elsewhere. We don't check their transaction root. */
  tronAcceptedBlocks: readonly string[]
  confirmations: number
  /** The contract that reads many balances in one call; null to read addresses one by one. */
  balanceReader: Address | null
  /** Addresses per call, calls per second to each node, and how often we compare them all. */
  reconcileBatch: number
  reconcileCallsPerSecond: number
  reconcilePassMs: number
  devnetPort: number
  devnetBlockMs: number
}

/** The nodes, what we accept from them, and how much we ask of them. */
export function tronSettings(env: Environment): TronSettings {
  return {
    tronApiUrls: env.TRON_API_URL ?? null,
    tronApiKey: env.TRON_API_KEY ?? null,
    usdtContract: env.TRON_USDT_CONTRACT ?? null,
    testGenesisId: env.TRON_TEST_GENESIS ?? null,
    rotatePins: env.ROTATE_PINS ?? [],
    tronRequestsPerSecond: env.TRON_REQUESTS_PER_SECOND,
    tronDailyRequests: env.TRON_DAILY_REQUESTS ?? null,
    tronAcceptedBlocks: env.TRON_ACCEPTED_BLOCKS ?? [],
    confirmations: env.TRON_CONFIRMATIONS,
    balanceReader: env.TRON_BALANCE_READER ?? null,
    reconcileBatch: env.RECONCILE_BATCH,
    reconcileCallsPerSecond: env.RECONCILE_CALLS_PER_SECOND,
    reconcilePassMs: env.RECONCILE_PASS_HOURS * 3_600_000,
    devnetPort: env.DEVNET_PORT,
    devnetBlockMs: env.DEVNET_BLOCK_MS,
  }
}
