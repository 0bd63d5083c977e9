import { keccak_256 } from '@noble/hashes/sha3.js'
import { READER_CODE } from '../../tron/query/balance-reader.ts'
import { fromHex, toHex } from '../../tron/encoding/hex.ts'
import type { Json } from '../../tron/encoding/json.ts'
import { joinBytes } from '../../tron/encoding/protobuf.ts'
import {
  encodeRaw,
  transactionId,
  type Contract,
  type RawTransaction,
} from '../../tron/transaction/transaction.ts'
import { runContract } from '../chain/contracts.ts'
import { amountParam, addressParam, optionalAddress, ServletError } from './request.ts'
import { numberParam, textParam, type NodeRequest } from './request.ts'
import { ACTIVATION_SUN } from '../chain/prices.ts'
import { writeMessage, writeRaw } from './transaction-answers.ts'
import { accountIn, type World } from '../chain/world.ts'

const EXPIRATION_AFTER_MS = 60_000n

/** Endpoints that build transactions for wallets, and dry runs. */
export const buildEndpoints = {
  createtransaction(request: NodeRequest) {
    const owner = addressParam(request, 'owner_address')
    const to = addressParam(request, 'to_address')
    const amountSun = amountParam(request, 'amount')
    const state = request.network.chain.layers.scratch(request.state)
    const account = accountIn(state, owner) ?? refuse('no OwnerAccount.')
    const receiver = accountIn(state, to)
    if (amountSun <= 0n) refuse('Amount must be greater than 0.')
    if (owner === to) refuse('Cannot transfer TRX to yourself.')
    if (receiver?.isContract) refuse('Cannot transfer TRX to a smartContract.')
    const opening = receiver === undefined ? ACTIVATION_SUN : 0n
    if (account.balanceSun < amountSun + opening) refuse('balance is not sufficient.')
    return writeUnsigned(request, { type: 'TransferContract', owner, to, amountSun }, 0n)
  },

  triggersmartcontract(request: NodeRequest) {
    const { contract, world } = readCall(request)
    if (world.contractAt(contract.contract) === undefined) return noContract(request)
    const transaction = writeUnsigned(request, contract, amountParam(request, 'fee_limit'))
    return { result: { result: true }, transaction }
  },

  triggerconstantcontract(request: NodeRequest) {
    const { contract } = readCall(request)
    const outcome = dryRun(request)
    if (outcome === undefined) return noContract(request)
    const transaction = writeUnsigned(request, contract, 0n)
    const reverted = outcome.revert !== undefined
    const message = writeMessage('REVERT opcode executed', request.form)
    return {
      result: reverted ? { result: true, message } : { result: true },
      energy_used: outcome.energy,
      ...(outcome.penalty > 0 ? { energy_penalty: outcome.penalty } : {}),
      constant_result: [reverted ? revertReason(outcome.revert ?? '') : outcome.result],
      transaction: { ret: [reverted ? { ret: 'FAILED' } : {}], ...transaction },
    }
  },

  /** Contract code. Only the balance reader's is known. */
  getcontractinfo(request: NodeRequest) {
    const address = addressParam(request, 'value')
    const isReader = request.network.chain.world.contractAt(address) === 'reader'
    return isReader ? { runtimecode: READER_CODE, smart_contract: {} } : {}
  },

  estimateenergy(request: NodeRequest) {
    const outcome = dryRun(request)
    if (outcome === undefined) return noContract(request)
    if (outcome.revert === undefined) {
      return { result: { result: true }, energy_required: outcome.energy }
    }
    const message = writeMessage('REVERT opcode executed', request.form)
    return { result: { code: 'CONTRACT_EXE_ERROR', message } }
  },
}

function refuse(text: string): never {
  const where = 'class org.tron.core.exception.ContractValidateException'
  throw new ServletError(`${where} : Validate TransferContract error, ${text}`)
}

const noContract = ({ form }: NodeRequest): Json => ({
  result: {
    code: 'CONTRACT_VALIDATE_ERROR',
    message: writeMessage('No contract or not a valid smart contract', form),
  },
})

function readCall(request: NodeRequest) {
  const contract: Extract<Contract, { type: 'TriggerSmartContract' }> = {
    type: 'TriggerSmartContract',
    owner: addressParam(request, 'owner_address'),
    contract: optionalAddress(request, 'contract_address') ?? request.network.chain.world.treasury,
    callValueSun: amountParam(request, 'call_value'),
    data: callData(request),
    callTokenValue: 0n,
    tokenId: 0n,
  }
  return { contract, world: request.network.chain.world satisfies World }
}

/** Call data is sent whole, or as a function signature plus encoded parameters. */
function callData(request: NodeRequest): Uint8Array {
  const whole = fromHex(textParam(request, 'data'))
  const name = textParam(request, 'function_selector')
  if (name === '') return whole ?? new Uint8Array()
  const selector = keccak_256(new TextEncoder().encode(name)).slice(0, 4)
  return joinBytes([selector, fromHex(textParam(request, 'parameter')) ?? new Uint8Array()])
}

function dryRun(request: NodeRequest) {
  const { contract, world } = readCall(request)
  const kind = world.contractAt(contract.contract)
  if (kind === undefined) return undefined
  const { owner: caller, contract: address, callValueSun, data } = contract
  const { timeMs: nowMs, number: blockNumber } = request.top
  const call = { contract: address, kind, caller, callValueSun, data, nowMs, blockNumber }
  return runContract(request.network.chain.layers.scratch(request.state), world, call)
}

function writeUnsigned(request: NodeRequest, contract: Contract, feeLimitSun: bigint): Json {
  const { form, top } = request
  const ref = fromHex(top.id) ?? new Uint8Array(32)
  const decoded: RawTransaction = {
    refBlockBytes: ref.slice(6, 8),
    refBlockHash: ref.slice(8, 16),
    expirationMs: BigInt(top.timeMs) + EXPIRATION_AFTER_MS,
    memo: fromHex(textParam(request, 'extra_data')) ?? new Uint8Array(),
    contract,
    permissionId: BigInt(numberParam(request, 'Permission_id')),
    timestampMs: BigInt(Date.now()),
    feeLimitSun,
  }
  const raw = encodeRaw(decoded)
  return {
    visible: form.visible,
    txID: transactionId(raw),
    raw_data: writeRaw(decoded, form),
    raw_data_hex: toHex(raw),
  }
}

const word = (value: number): string => value.toString(16).padStart(64, '0')

/** ABI of Solidity's `Error(string)`. */
function revertReason(text: string): string {
  if (text === '') return ''
  const hex = toHex(new TextEncoder().encode(text))
  return `08c379a0${word(32)}${word(text.length)}${hex.padEnd(64, '0')}`
}
