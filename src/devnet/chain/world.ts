import { sha256 } from '@noble/hashes/sha2.js'
import { addressFromEvm, type Address } from '../../tron/encoding/address.ts'
import { fromHex, toHex } from '../../tron/encoding/hex.ts'
import { addressOfKey } from '../../tron/transaction/signature.ts'
import type { Layers, Scratch } from './layers.ts'
import { entriesOf } from '../../domain/records.ts'

/** An account in the devnet. Replaced, never mutated. */
export type Account = {
  balanceSun: bigint
  createTimeMs: number
  isContract: boolean
  /** Bytes of the daily free quota used as of `netTimeMs`. They recover evenly over 24 hours. */
  netUsed: number
  netTimeMs: number
  /** The daily allowance of a stake, and the part used as of `timeMs`. */
  stake?: {
    energyLimit: number
    netLimit: number
    energyUsed: number
    netUsed: number
    timeMs: number
    /** The staked TRX, which isn't in the balance. */
    frozenSun: bigint
  }
  /** Block time of the account's last transaction; absent before the first. */
  lastOperationMs?: number
}

/** Accounts by address, token balances by `token:owner`. */
type Value = Account | bigint
export type WorldLayers = Layers<Value>
export type WorldScratch = Scratch<Value>

export type ContractKind = 'usdt' | 'fake' | 'batch' | 'dispenser' | 'scripted' | 'reader'

/** Produces and signs a block. */
export type Producer = { address: Address; key: Uint8Array }

/** What a data directory's seed determines: the treasury's key and all contract addresses. */
export type World = {
  seed: string
  treasuryKey: Uint8Array
  treasury: Address
  contracts: Record<ContractKind, Address>
  /** Producers take turns. */
  producerOf(blockNumber: number): Producer
  contractAt(address: Address): ContractKind | undefined
}

/** As many as on the real network. */
const PRODUCERS_IN_TURN = 27

export const TREASURY_TRX_SUN = 10_000_000_000_000_000n
export const TREASURY_TOKENS = 1_000_000_000_000_000n

// Deriving all keys takes 30 ms, and tests open one chain after another with the same seed.
let newest: World | undefined

export function openWorld(seed: string): World {
  if (newest?.seed !== seed) newest = deriveWorld(seed)
  return newest
}

function deriveWorld(seed: string): World {
  const derive = (name: string) =>
    sha256(new TextEncoder().encode(`twofold devnet ${seed} ${name}`))
  const contractOf = (kind: ContractKind) => addressFromEvm(derive(`contract ${kind}`).slice(-20))
  const contracts = {
    usdt: contractOf('usdt'),
    fake: contractOf('fake'),
    batch: contractOf('batch'),
    dispenser: contractOf('dispenser'),
    scripted: contractOf('scripted'),
    reader: contractOf('reader'),
  }
  const byAddress = new Map(entriesOf(contracts).map(([kind, address]) => [address, kind]))
  const treasuryKey = derive('treasury')
  const producers: Producer[] = []
  return {
    seed,
    treasuryKey,
    treasury: addressOfKey(treasuryKey),
    contracts,
    producerOf(blockNumber) {
      const turn = blockNumber % PRODUCERS_IN_TURN
      const key = derive(`producer ${turn}`)
      return (producers[turn] ??= { key, address: addressOfKey(key) })
    },
    contractAt: (address) => byAddress.get(address),
  }
}

export const newSeed = (): string => toHex(crypto.getRandomValues(new Uint8Array(32)))

export const seedBytes = (world: World): Uint8Array => fromHex(world.seed) ?? new Uint8Array(32)

export const tokenKey = (token: Address, owner: Address): string => `${token}:${owner}`

export function accountIn(state: WorldScratch, address: Address): Account | undefined {
  const value = state.get(address)
  return typeof value === 'bigint' ? undefined : value
}

export function tokensIn(state: WorldScratch, token: Address, owner: Address): bigint {
  const value = state.get(tokenKey(token, owner))
  return typeof value === 'bigint' ? value : 0n
}

/** Adds to an account's balance (negative to pay). The first receipt activates it. */
export function addSun(state: WorldScratch, address: Address, sun: bigint, nowMs: number): void {
  const account = accountIn(state, address) ?? newAccount(nowMs)
  state.set(address, { ...account, balanceSun: account.balanceSun + sun })
}

const newAccount = (nowMs: number): Account => ({
  balanceSun: 0n,
  createTimeMs: nowMs,
  isContract: false,
  netUsed: 0,
  netTimeMs: nowMs,
})

/** The state before the first block, in which the treasury holds everything. */
export function fillGenesis(state: WorldScratch, world: World, nowMs: number): void {
  addSun(state, world.treasury, TREASURY_TRX_SUN, nowMs)
  for (const address of Object.values(world.contracts)) {
    state.set(address, { ...newAccount(nowMs), isContract: true })
  }
  for (const token of [world.contracts.usdt, world.contracts.fake]) {
    state.set(tokenKey(token, world.treasury), TREASURY_TOKENS)
  }
}
