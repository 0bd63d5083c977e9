import type { Coin } from '../../domain/money/money.ts'
import {
  dryRun,
  readAccount,
  readPrices,
  readResources,
  type Prices,
  type Resources,
} from './account-reads.ts'
import type { Address } from '../encoding/address.ts'
import { transferCall } from '../encoding/contract-call.ts'
import type { NodeClient } from '../node/node-client.ts'
import { newPrivateKey } from '../keys/secret-keys.ts'
import { addressOfKey } from '../transaction/signature.ts'
import { fine, troubled, type Result } from '../node/trouble.ts'

export type FeeQuestion = { asset: Coin; from: Address; to: Address; amount: bigint }

export type FeeEstimate = {
  /** What the transfer will probably burn, in sun. */
  feeSun: bigint
  /** The same without staked energy and free bytes, which another transfer may use first. */
  unaidedSun: bigint
  /** The part of `unaidedSun` that the call's own limit covers; 0 for TRX. */
  callSun: bigint
  energy: bigint
  bytes: bigint
  /** The receiver isn't activated yet, which costs 1.1 TRX. */
  activates: boolean
  /**
   * For `buildTransfer`: 30% above the cost for a receiver without USDT, because a receiver may
   * have emptied their wallet by then. Never above the ceiling; 0 for TRX.
   */
  feeLimitSun: bigint
  /** The most the transfer can burn. The wallet keeps this much free until it is settled. */
  worstSun: bigint
}

/** The token contract, and the most one transfer may burn. */
export type FeeTerms = { usdtContract: Address; feeCeilingSun?: bigint }

/** Sizes on chain, including the 64 bytes charged for the result. */
export const transferBytes = { TRX: 268n, USDT: 345n } as const
/** What a USDT transfer may burn unless configured otherwise. */
export const USUAL_CEILING_SUN = 30_000_000n
/**
 * Prices change by a vote of the network, at a moment of its own. A call signed at a lower price
 * burns its whole limit for nothing, so we read them again before most rounds of payouts.
 */
const PRICES_FOR_MS = 15_000

export type PriceCache = { prices: Prices; readMs: number } | undefined

/**
 * Estimates the cost of a transfer now. A USDT call is simulated with the real payer and amount, so
 * one that would fail is `refused` here, before it burns anything.
 */
export async function estimateFee(
  client: NodeClient,
  terms: FeeTerms,
  question: FeeQuestion,
  cache: { current: PriceCache },
): Promise<Result<FeeEstimate>> {
  const prices = await cachedPrices(client, cache)
  if (!prices.ok) return prices
  const resources = await readResources(client, question.from)
  if (!resources.ok) return resources
  const paying = { client, prices: prices.value, resources: resources.value }
  return question.asset === 'TRX' ? priceTrx(paying, question) : priceUsdt(paying, terms, question)
}

type Paying = { client: NodeClient; prices: Prices; resources: Resources }

async function priceTrx(
  { client, prices, resources }: Paying,
  { to }: FeeQuestion,
): Promise<Result<FeeEstimate>> {
  const bytes = transferBytes.TRX
  const { byteSun, activationSun } = prices
  const receiver = await readAccount(client, 'wallet', to)
  if (!receiver.ok) return receiver
  const activates = !receiver.value.isActivated
  const bytesSun = bytes * byteSun
  return fine({
    feeSun: activates ? activationSun : resources.freeBytes >= bytes ? 0n : bytesSun,
    unaidedSun: activates ? activationSun : bytesSun,
    callSun: 0n,
    energy: 0n,
    bytes,
    activates,
    feeLimitSun: 0n,
    // An active account stays active. Activating one may cost both.
    worstSun: activates ? activationSun + bytesSun : bytesSun,
  })
}

async function priceUsdt(
  { client, prices, resources }: Paying,
  { usdtContract, feeCeilingSun: ceilingSun = USUAL_CEILING_SUN }: FeeTerms,
  { from, to, amount }: FeeQuestion,
): Promise<Result<FeeEstimate>> {
  const { energySun, byteSun } = prices
  const bytes = transferBytes.USDT
  const bytesSun = bytes * byteSun
  const run = (receiver: Address) =>
    dryRun(client, 'wallet', {
      owner: from,
      contract: usdtContract,
      data: transferCall(receiver, amount),
    })
  const paid = await run(to)
  if (!paid.ok) return paid
  const { energy } = paid.value
  const paidEnergy = energy > resources.freeEnergy ? energy - resources.freeEnergy : 0n
  const fullSun = energy * energySun
  // A lower limit would run out of energy and burn the whole limit for nothing.
  if (fullSun > ceilingSun) {
    return troubled('fee_ceiling', `the transfer takes ${fullSun} sun, of ${ceilingSun} allowed`)
  }
  const stranger = await run(addressOfKey(newPrivateKey()))
  const most = stranger.ok && stranger.value.energy > energy ? stranger.value.energy : energy
  const wishSun = (most * energySun * 13n) / 10n
  const feeLimitSun = wishSun < ceilingSun ? wishSun : ceilingSun
  return fine({
    feeSun: paidEnergy * energySun + (resources.freeBytes >= bytes ? 0n : bytesSun),
    unaidedSun: fullSun + bytesSun,
    callSun: fullSun,
    energy,
    bytes,
    activates: false,
    feeLimitSun,
    worstSun: feeLimitSun + bytesSun,
  })
}

async function cachedPrices(
  client: NodeClient,
  cache: { current: PriceCache },
): Promise<Result<Prices>> {
  const known = cache.current
  if (known && performance.now() - known.readMs < PRICES_FOR_MS) return fine(known.prices)
  const prices = await readPrices(client)
  if (prices.ok) cache.current = { prices: prices.value, readMs: performance.now() }
  return prices
}
