import { keccak_256 } from '@noble/hashes/sha3.js'
import type { Address } from '../../tron/encoding/address.ts'
import { addressOfWord, numberOfWord, wordAt } from '../../tron/encoding/contract-call.ts'
import { wordOfAddress, wordOfNumber } from '../../tron/encoding/contract-call.ts'
import { equalBytes } from '../../tron/encoding/hex.ts'
import { joinBytes } from '../../tron/encoding/protobuf.ts'
import { accountIn, type Account, type WorldScratch } from './world.ts'
import { DAY_MS } from '../../domain/time/time.ts'

// Energy and bandwidth of an account's stake. They are used before TRX is burned and recover evenly
// over a day.

/** What is still used of a quota that recovers evenly over a day. */
export function recovered(used: number, usedAtMs: number, nowMs: number): number {
  const elapsed = Math.max(0, nowMs - usedAtMs)
  return elapsed >= DAY_MS ? 0 : Math.floor(used * (1 - elapsed / DAY_MS))
}

const selector = keccak_256(new TextEncoder().encode('stake(address,uint256,uint256)')).slice(0, 4)

/** Call data that gives an account energy and bandwidth for staking this much of its TRX. */
export const stakeCall = (
  address: Address,
  energy: bigint,
  bandwidth: bigint,
  sun: bigint,
): Uint8Array =>
  joinBytes([
    selector,
    wordOfAddress(address),
    wordOfNumber(energy),
    wordOfNumber(bandwidth),
    wordOfNumber(sun),
  ])

/** Runs such a call; false for any other call, or when the account has too little TRX. */
export function runStake(state: WorldScratch, data: Uint8Array, nowMs: number): boolean {
  const [who, energy, bandwidth] = [0, 1, 2].map((at) => wordAt(data, at))
  if (!equalBytes(data.slice(0, 4), selector) || !who || !energy || !bandwidth) return false
  const address = addressOfWord(who)
  const account = accountIn(state, address)
  const sunWord = wordAt(data, 3)
  const frozenSun = sunWord ? numberOfWord(sunWord) : 0n
  if (account === undefined || account.balanceSun < frozenSun) return false
  const limits = {
    energyLimit: Number(numberOfWord(energy)),
    netLimit: Number(numberOfWord(bandwidth)),
  }
  const stake = { ...limits, energyUsed: 0, netUsed: 0, timeMs: nowMs, frozenSun }
  // The previous stake is returned first: the new one replaces it.
  const balanceSun = account.balanceSun + (account.stake?.frozenSun ?? 0n) - frozenSun
  state.set(address, { ...account, balanceSun, stake })
  return true
}

export function energyLeft({ stake }: Account, nowMs: number): number {
  if (stake === undefined) return 0
  return Math.max(0, stake.energyLimit - recovered(stake.energyUsed, stake.timeMs, nowMs))
}

export function bandwidthLeft({ stake }: Account, nowMs: number): number {
  if (stake === undefined) return 0
  return Math.max(0, stake.netLimit - recovered(stake.netUsed, stake.timeMs, nowMs))
}

/** The account after using this much of its stake. */
export function useStake(
  account: Account,
  used: { energy?: number; bandwidth?: number },
  nowMs: number,
): Account {
  const { stake } = account
  if (stake === undefined) return account
  const { energy = 0, bandwidth = 0 } = used
  const energyUsed = recovered(stake.energyUsed, stake.timeMs, nowMs) + energy
  const netUsed = recovered(stake.netUsed, stake.timeMs, nowMs) + bandwidth
  return { ...account, stake: { ...stake, energyUsed, netUsed, timeMs: nowMs } }
}
