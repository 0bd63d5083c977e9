import { smallerOf } from '../../domain/money/money.ts'
import type { Address } from '../../tron/encoding/address.ts'
import type { Contract, RawTransaction } from '../../tron/transaction/transaction.ts'
import { overlay } from './layers.ts'
import type { CallOutcome, Log } from './call-outcome.ts'
import { runContract } from './contracts.ts'
import { ACTIVATION_NET_SUN, ACTIVATION_SUN, chargeBandwidth, chargedBytes } from './prices.ts'
import { ENERGY_PRICE_SUN, MAX_FEE_LIMIT_SUN } from './prices.ts'
import { energyLeft, useStake } from './stake.ts'
import type { InternalCall } from './scripted-calls.ts'
import { accountIn, addSun, type World, type WorldLayers, type WorldScratch } from './world.ts'

/** Why the network refuses a transaction, in the words of its broadcast answer. */
export class BroadcastRefused extends Error {
  override name = 'BroadcastRefused'
  readonly code: string
  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

/** What a transaction did: everything in its receipt. */
export type Execution = {
  contractRet: string
  feeSun: bigint
  netUsage: number
  netFeeSun: bigint
  energyUsed: number
  /** The part of it paid by the stake. */
  energyUsage: number
  energyFeeSun: bigint
  energyPenalty: number
  contractAddress?: Address
  result: string
  revert?: string
  logs: Log[]
  internalCalls: InternalCall[]
}

export type Ordered = {
  transaction: RawTransaction
  /** Size of raw data and signatures. */
  bytes: number
  /** The price of a memo, for a transaction that has one. */
  memoFeeSun: bigint
  /** A failure a test asked for, such as OUT_OF_ENERGY or REVERT. */
  forced?: string
}

const refuse = (text: string): never => {
  throw new BroadcastRefused('CONTRACT_VALIDATE_ERROR', `Contract validate error : ${text}`)
}

const plain: Omit<Execution, 'feeSun' | 'netUsage' | 'netFeeSun'> = {
  contractRet: 'SUCCESS',
  energyUsed: 0,
  energyUsage: 0,
  energyFeeSun: 0n,
  energyPenalty: 0,
  result: '',
  logs: [],
  internalCalls: [],
}

/**
 * Runs a transaction on the pending state. Throws BroadcastRefused, without changes, when the
 * network would refuse it. A failed contract call is accepted, and pays.
 */
export function execute(
  layers: WorldLayers,
  world: World,
  order: Ordered,
  nowMs: number,
): Execution {
  const { contract } = order.transaction
  const state = layers.scratch('pending')
  const executed = executeOn(state, world, order, contract, nowMs)
  const execution = payMemo(state, order, executed, nowMs)
  const { owner } = contract
  const account = owner && accountIn(state, owner)
  if (owner && account) state.set(owner, { ...account, lastOperationMs: nowMs })
  state.commit()
  return execution
}

/** The memo's price is burned from the remaining balance and counts in the fee. */
function payMemo(
  state: WorldScratch,
  { transaction: { memo, contract }, memoFeeSun }: Ordered,
  execution: Execution,
  nowMs: number,
): Execution {
  if (memo.length === 0 || memoFeeSun === 0n || contract.type === 'other') return execution
  const { balanceSun } = requireOwner(state, contract.owner)
  if (balanceSun < memoFeeSun) {
    throw new BroadcastRefused('BANDWITH_ERROR', 'Account resource insufficient error.')
  }
  addSun(state, contract.owner, -memoFeeSun, nowMs)
  return { ...execution, feeSun: execution.feeSun + memoFeeSun }
}

function executeOn(
  state: WorldScratch,
  world: World,
  order: Ordered,
  contract: Contract,
  nowMs: number,
): Execution {
  switch (contract.type) {
    case 'TransferContract':
      return transferTrx(state, contract, chargedBytes(order.bytes), nowMs)
    case 'TransferAssetContract': {
      requireOwner(state, contract.owner)
      return { ...plain, ...payBandwidth(state, contract.owner, chargedBytes(order.bytes), nowMs) }
    }
    case 'TriggerSmartContract':
      return callContract(state, world, order, contract, nowMs)
    case 'other':
      return changePermissions(state, contract, chargedBytes(order.bytes), nowMs)
  }
}

const PERMISSION_FEE_SUN = 100_000_000n

/** Charges the fee for changing an account's keys. The keys themselves aren't stored. */
function changePermissions(
  state: WorldScratch,
  { name, owner }: Extract<Contract, { type: 'other' }>,
  bytes: number,
  nowMs: number,
): Execution {
  if (name !== 'AccountPermissionUpdateContract' || owner === undefined) {
    return refuse(`${name} is not known on this network`)
  }
  if (requireOwner(state, owner).balanceSun < PERMISSION_FEE_SUN) {
    refuse(`Validate ${name} error, balance is not sufficient.`)
  }
  addSun(state, owner, -PERMISSION_FEE_SUN, nowMs)
  const paid = payBandwidth(state, owner, bytes, nowMs)
  return { ...plain, ...paid, feeSun: paid.feeSun + PERMISSION_FEE_SUN }
}

function requireOwner(state: WorldScratch, owner: Address) {
  return accountIn(state, owner) ?? refuse('Validate TransferContract error, no OwnerAccount.')
}

function payBandwidth(state: WorldScratch, owner: Address, bytes: number, nowMs: number) {
  const paid = chargeBandwidth(state, owner, bytes, nowMs)
  if (paid === undefined) {
    throw new BroadcastRefused('BANDWITH_ERROR', 'Account resource insufficient error.')
  }
  return { ...paid, feeSun: paid.netFeeSun }
}

function transferTrx(
  state: WorldScratch,
  contract: Extract<Contract, { type: 'TransferContract' }>,
  bytes: number,
  nowMs: number,
): Execution {
  const { owner, to, amountSun } = contract
  const account = requireOwner(state, owner)
  if (owner === to) refuse('Cannot transfer TRX to yourself.')
  if (amountSun <= 0n) refuse('Amount must be greater than 0.')
  const receiver = accountIn(state, to)
  if (receiver?.isContract) refuse('Cannot transfer TRX to a smartContract.')
  const openingSun = receiver === undefined ? ACTIVATION_SUN : 0n
  if (account.balanceSun < amountSun + openingSun) {
    refuse('Validate TransferContract error, balance is not sufficient.')
  }
  addSun(state, owner, -(amountSun + openingSun), nowMs)
  addSun(state, to, amountSun, nowMs)
  // Activating an account has a fixed bandwidth price that the free quota doesn't cover.
  if (receiver === undefined) {
    if (account.balanceSun < amountSun + openingSun + ACTIVATION_NET_SUN) {
      throw new BroadcastRefused('BANDWITH_ERROR', 'Account resource insufficient error.')
    }
    addSun(state, owner, -ACTIVATION_NET_SUN, nowMs)
    const feeSun = openingSun + ACTIVATION_NET_SUN
    return { ...plain, feeSun, netUsage: 0, netFeeSun: ACTIVATION_NET_SUN }
  }
  return { ...plain, ...payBandwidth(state, owner, bytes, nowMs) }
}

function callContract(
  state: WorldScratch,
  world: World,
  order: Ordered,
  contract: Extract<Contract, { type: 'TriggerSmartContract' }>,
  nowMs: number,
): Execution {
  const { owner, callValueSun, data } = contract
  const kind = world.contractAt(contract.contract)
  requireOwner(state, owner)
  if (order.transaction.feeLimitSun < 0n || order.transaction.feeLimitSun > MAX_FEE_LIMIT_SUN) {
    refuse(`feeLimit must be >= 0 and <= ${MAX_FEE_LIMIT_SUN}`)
  }
  if (kind === undefined) return refuse('No contract or not a valid smart contract')
  const paid = payBandwidth(state, owner, chargedBytes(order.bytes), nowMs)
  const payer = requireOwner(state, owner)
  const { balanceSun } = payer
  if (balanceSun < callValueSun)
    refuse('Validate InternalTransfer error, balance is not sufficient.')
  // The call runs on a copy, so a failure keeps nothing but the fee.
  const inner = overlay(state)
  addSun(inner, owner, -callValueSun, nowMs)
  addSun(inner, contract.contract, callValueSun, nowMs)
  const { contract: address } = contract
  const call = { contract: address, kind, caller: owner, callValueSun, data, nowMs }
  const outcome = runContract(inner, world, call)
  // The limit covers all energy used; the stake's part isn't burned.
  const staked = energyLeft(payer, nowMs)
  const affordable = BigInt(staked) + (balanceSun - callValueSun) / ENERGY_PRICE_SUN
  const limit = order.transaction.feeLimitSun / ENERGY_PRICE_SUN
  const energyBudget = Number(smallerOf(limit, affordable))
  const contractRet = retOf(outcome, energyBudget, order.forced)
  // A revert returns unused energy. Every other failure takes all that was allowed.
  const takesAll = contractRet !== 'SUCCESS' && contractRet !== 'REVERT'
  const energyUsed = takesAll ? energyBudget : outcome.energy
  const energyUsage = Math.min(staked, energyUsed)
  const energyFeeSun = BigInt(energyUsed - energyUsage) * ENERGY_PRICE_SUN
  if (contractRet === 'SUCCESS') inner.commit()
  addSun(state, owner, -energyFeeSun, nowMs)
  const after = requireOwner(state, owner)
  state.set(owner, useStake(after, { energy: energyUsage }, nowMs))
  const failed = contractRet !== 'SUCCESS'
  return {
    ...paid,
    contractRet,
    feeSun: paid.netFeeSun + energyFeeSun,
    energyUsed,
    energyUsage,
    energyFeeSun,
    energyPenalty: failed ? 0 : outcome.penalty,
    contractAddress: address,
    result: failed ? '' : outcome.result,
    ...(failed ? { revert: outcome.revert || failureTexts[contractRet] || contractRet } : {}),
    logs: failed ? [] : outcome.logs,
    // A failed call keeps its entries, marked as rejected.
    internalCalls: outcome.internalCalls.map((entry) =>
      failed ? { ...entry, rejected: true } : entry,
    ),
  }
}

const failureTexts: Record<string, string> = {
  REVERT: 'REVERT opcode executed',
  OUT_OF_TIME: 'CPU timeout for executing',
  OUT_OF_ENERGY: 'Not enough energy for the operation',
}

function retOf(outcome: CallOutcome, energyBudget: number, forced: string | undefined): string {
  if (outcome.energy > energyBudget) return 'OUT_OF_ENERGY'
  if (forced !== undefined) return forced
  return outcome.revert === undefined ? 'SUCCESS' : 'REVERT'
}
