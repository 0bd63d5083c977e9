import { addressFromNode, type Address } from '../encoding/address.ts'
import { fromHex, readMessage, toHex } from '../encoding/hex.ts'
import { amountOr0, asInteger, asJson, asList, asText, smallInteger } from '../encoding/json.ts'
import type { Json } from '../encoding/json.ts'

export type Log = {
  /** Position in the receipt's list, which is part of the key of a credited transfer. */
  index: number
  contract: Address | undefined
  topics: string[]
  data: Uint8Array | undefined
}

/** What a contract did inside a transaction. Only the receipt shows it. */
type InternalCall = {
  /**
   * Position among the entries that move coins, which is part of a transfer's key. Some nodes also
   * list staking, so the position in the whole list differs between nodes.
   */
  index: number
  from: Address | undefined
  to: Address | undefined
  /** TRX moved; 0 for staking and delegation, whose entries carry an amount but move nothing. */
  valueSun: bigint
  rejected: boolean
}

export type Receipt = {
  txid: string
  blockNumber: number
  blockTimeMs: number
  feeSun: bigint
  energyUsed: bigint
  outcome: { state: 'success' } | { state: 'failed'; contractRet: string; message: string }
  /** Whether this is a contract call's receipt. Receipts of plain transfers contain no more. */
  ofContractCall: boolean
  logs: Log[]
  internalCalls: InternalCall[]
}

/**
 * Reads a receipt, `visible` or not; undefined without an id. It is a success when `result` isn't
 * FAILED and `receipt.result` is SUCCESS or absent (TRX transfers). `contractResult` is ignored,
 * because USDT on TRON doesn't return true.
 */
export function readReceipt(answer: Json): Receipt | undefined {
  const txid = asText(answer.id).toLowerCase()
  if (!/^[0-9a-f]{64}$/.test(txid)) return undefined
  const receipt = asJson(answer.receipt)
  return {
    txid,
    blockNumber: smallInteger(answer.blockNumber),
    blockTimeMs: smallInteger(answer.blockTimeStamp),
    feeSun: amountOr0(answer.fee),
    energyUsed: amountOr0(receipt.energy_usage_total),
    outcome: readOutcome(answer, receipt),
    ofContractCall: 'contract_address' in answer || 'log' in answer || 'result' in receipt,
    logs: asList(answer.log).map(readLog),
    internalCalls: readInternalCalls(answer.internal_transactions),
  }
}

// The chain's own protobuf spells it SUCESS.
const fine = (value: unknown): boolean =>
  value === undefined || value === 'SUCCESS' || value === 'SUCESS'

function readOutcome(answer: Json, receipt: Json): Receipt['outcome'] {
  const inner = receipt.result
  const outer = answer.result
  if (fine(inner) && fine(outer)) return { state: 'success' }
  const contractRet = asText(fine(inner) ? outer : inner) || 'UNKNOWN'
  return { state: 'failed', contractRet, message: readMessage(answer.resMessage).slice(0, 300) }
}

function readLog(value: unknown, index: number): Log {
  const log = asJson(value)
  return {
    index,
    contract: addressFromNode(log.address),
    topics: asList(log.topics).map((topic) => {
      const bytes = fromHex(topic)
      return bytes === undefined ? '' : toHex(bytes)
    }),
    data: log.data === undefined ? new Uint8Array() : fromHex(log.data),
  }
}

// Staking, delegation, votes, and rewards write similar entries, such as `delegateResourceOfEnergy`
// with the stake as its value. They move no TRX.
const movingNotes: readonly string[] = ['call', 'create', 'suicide']

/** Whether an internal entry with this note moves TRX. */
export const isMovingNote = (note: unknown): boolean => movingNotes.includes(readMessage(note))

function readInternalCalls(value: unknown): InternalCall[] {
  let index = 0
  return asList(value).map((entry) => {
    const call = asJson(entry)
    const moves = isMovingNote(call.note)
    return readInternalCall(call, moves, moves ? index++ : index)
  })
}

function readInternalCall(call: Json, moves: boolean, index: number): InternalCall {
  // An entry with a token id moves a TRC-10 token; one without a value moves nothing.
  const values = asList(call.callValueInfo).map(asJson)
  const sun = values.filter((info) => !('tokenId' in info)).map((info) => asInteger(info.callValue))
  return {
    index,
    from: addressFromNode(call.caller_address),
    to: addressFromNode(call.transferTo_address),
    valueSun: moves ? sun.reduce<bigint>((sum, amount) => sum + (amount ?? 0n), 0n) : 0n,
    rejected: call.rejected === true,
  }
}
