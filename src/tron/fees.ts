import type { Coin } from '../domain/money.ts'
import { dryRun, readAccount, readPrices, readResources, type Prices } from './account-reads.ts'
import type { Address } from './address.ts'
import { transferCall } from './contract-call.ts'
import type { NodeClient } from './node-client.ts'
import { fine, troubled, type Result } from './trouble.ts'

export type FeeQuestion = { asset: Coin; from: Address; to: Address; amount: bigint }

export type FeeEstimate = {
  /** What the transfer will probably burn, in sun. */
  feeSun: bigint
  /** The same without staked energy and free bytes, which another transfer may use up first. */
  unaidedSun: bigint
  energy: bigint
  bytes: bigint
  /** The receiver is not on the chain yet: opening it costs 1.1 TRX. */
  activates: boolean
  /** For `buildTransfer`: the energy's price and 30 %, at most 30 TRX; 0 for TRX. */
  feeLimitSun: bigint
}

/** Sizes on chain, with the 64 bytes that are charged for the result. */
const transferBytes = { TRX: 268n, USDT: 345n } as const
const maxFeeLimitSun = 30_000_000n
const pricesForMs = 600_000

export type PriceCache = { prices: Prices; readMs: number } | undefined

/**
 * What a transfer will cost now. For USDT the call is run without being sent, with the real payer
 * and amount: one that would fail is `refused` here, before it burns anything.
 */
export async function estimateFee(
  client: NodeClient,
  usdtContract: Address,
  question: FeeQuestion,
  cache: { current: PriceCache },
): Promise<Result<FeeEstimate>> {
  const prices = await cachedPrices(client, cache)
  if (!prices.ok) return prices
  const resources = await readResources(client, question.from)
  if (!resources.ok) return resources
  const { energySun, byteSun, activationSun } = prices.value
  const bytes = transferBytes[question.asset]
  const bytesFeeSun = resources.value.freeBytes >= bytes ? 0n : bytes * byteSun
  if (question.asset === 'TRX') {
    const receiver = await readAccount(client, 'wallet', question.to)
    if (!receiver.ok) return receiver
    const activates = !receiver.value.isActivated
    const feeSun = activates ? activationSun : bytesFeeSun
    const unaidedSun = activates ? activationSun : bytes * byteSun
    return fine({ feeSun, unaidedSun, energy: 0n, bytes, activates, feeLimitSun: 0n })
  }
  const data = transferCall(question.to, question.amount)
  const call = { owner: question.from, contract: usdtContract, data }
  const run = await dryRun(client, 'wallet', call)
  if (!run.ok) return run
  const { energy } = run.value
  const paidEnergy = energy > resources.value.freeEnergy ? energy - resources.value.freeEnergy : 0n
  const fullSun = energy * energySun
  // With a lower limit than this it would run out of energy, and burn the limit for nothing.
  if (fullSun > maxFeeLimitSun) return troubled('refused', `the call takes ${fullSun} sun`)
  const wishSun = (fullSun * 13n) / 10n
  return fine({
    feeSun: paidEnergy * energySun + bytesFeeSun,
    unaidedSun: fullSun + bytes * byteSun,
    energy,
    bytes,
    activates: false,
    feeLimitSun: wishSun < maxFeeLimitSun ? wishSun : maxFeeLimitSun,
  })
}

async function cachedPrices(
  client: NodeClient,
  cache: { current: PriceCache },
): Promise<Result<Prices>> {
  const known = cache.current
  if (known && Date.now() - known.readMs < pricesForMs) return fine(known.prices)
  const prices = await readPrices(client)
  if (prices.ok) cache.current = { prices: prices.value, readMs: Date.now() }
  return prices
}
