import { addressFromNode } from '../encoding/address.ts'
import { fromHex } from '../encoding/hex.ts'
import {
  asJson,
  asList,
  asText,
  integerOr0,
  isJson,
  smallInteger,
  type Json,
} from '../encoding/json.ts'
import { decodeRaw, encodeRaw, transactionId } from './transaction.ts'
import type { Contract, RawTransaction } from './transaction.ts'

/** A transaction's outcome according to its body (`ret[0]`), without a receipt. */
type BodyOutcome =
  | { state: 'success' }
  | { state: 'failed'; contractRet: string }
  /** No `ret` at all: unsigned, pending, or removed from the answer. */
  | { state: 'untold' }

/** A transaction body whose bytes hash to its id. */
export type Body = {
  txid: string
  transaction: RawTransaction
  outcome: BodyOutcome
  signatures: Uint8Array[]
  /** 0 when the answer doesn't include it. Look-ups by id don't; v1 items and blocks do. */
  blockNumber: number
  blockTimeMs: number
}

/** `undecodable` bytes match the id but have a form we don't know. */
type BodyFault = 'unreadable' | 'id_mismatch' | 'undecodable'

export type BodyReading =
  | { ok: true; body: Body }
  | {
      ok: false
      fault: BodyFault
      detail: string
      outcome: BodyOutcome
      txid: string
    }

/** Whether a JSON object is a transaction in any form nodes use, including v1 list items. */
export const isBody = (value: Json): boolean => 'raw_data_hex' in value || 'raw_data' in value

/**
 * Reads a transaction body: from `/wallet/gettransactionbyid` or its final view, a block, or a v1
 * item, `visible` or not. Everything is decoded from `raw_data_hex`, whose SHA-256 must be `txID`.
 * Without that field, `raw_data` must encode to the id.
 */
export function readBody(answer: Json): BodyReading {
  const outcome = readOutcome(answer.ret)
  const txid = asText(answer.txID).toLowerCase()
  const refuse = (fault: BodyFault, detail: string): BodyReading => ({
    ok: false,
    fault,
    detail,
    outcome,
    txid,
  })
  if (!/^[0-9a-f]{64}$/.test(txid)) return refuse('unreadable', 'no transaction id')
  const raw = rawBytes(answer, txid)
  if (raw === undefined) return refuse('unreadable', 'no raw_data_hex')
  if (transactionId(raw) !== txid) return refuse('id_mismatch', 'raw_data_hex is of another id')
  try {
    const signatures = asList(answer.signature).flatMap((hex) => fromHex(hex) ?? [])
    const blockNumber = smallInteger(answer.blockNumber)
    const blockTimeMs = smallInteger(answer.block_timestamp)
    const transaction = decodeRaw(raw)
    return { ok: true, body: { txid, transaction, outcome, signatures, blockNumber, blockTimeMs } }
  } catch (error) {
    return refuse('undecodable', error instanceof Error ? error.message : 'not a transaction')
  }
}

/** The transactions of a block, each with the block's height and time, ready for `readBody`. */
export function placedBodies(block: Json): Json[] {
  const header = asJson(asJson(block.block_header).raw_data)
  const blockFields = {
    blockNumber: smallInteger(header.number),
    block_timestamp: smallInteger(header.timestamp),
  }
  return asList(block.transactions).map((entry) => ({ ...asJson(entry), ...blockFields }))
}

/** Only SUCCESS is success: new versions of the virtual machine add failures. */
function readOutcome(ret: unknown): BodyOutcome {
  const first = asList(ret)[0]
  if (!isJson(first)) return { state: 'untold' }
  if (first.contractRet !== undefined && first.contractRet !== 'SUCCESS') {
    return { state: 'failed', contractRet: asText(first.contractRet) || 'UNKNOWN' }
  }
  if (first.ret !== undefined && first.ret !== 'SUCESS' && first.ret !== 'SUCCESS') {
    return { state: 'failed', contractRet: asText(first.ret) || 'FAILED' }
  }
  return { state: 'success' }
}

function rawBytes(answer: Json, txid: string): Uint8Array | undefined {
  const hex = asText(answer.raw_data_hex)
  if (hex !== '') return fromHex(hex)
  return rebuild(asJson(answer.raw_data)).find((raw) => transactionId(raw) === txid)
}

/**
 * The possible bytes of a `raw_data` with a known contract; empty for any other. The memo may be
 * hex or, when `visible`, plain text, and the JSON doesn't say which.
 */
export function rebuild(rawData: Json): Uint8Array[] {
  const contracts = asList(rawData.contract)
  const only = asJson(contracts[0])
  const contract = contractOfJson(asText(only.type), asJson(asJson(only.parameter).value))
  if (contracts.length !== 1 || contract === undefined) return []
  const base = {
    refBlockBytes: fromHex(rawData.ref_block_bytes) ?? new Uint8Array(),
    refBlockHash: fromHex(rawData.ref_block_hash) ?? new Uint8Array(),
    expirationMs: integerOr0(rawData.expiration),
    contract,
    permissionId: integerOr0(only.Permission_id),
    timestampMs: integerOr0(rawData.timestamp),
    feeLimitSun: integerOr0(rawData.fee_limit),
  }
  const text = asText(rawData.data)
  const hex = fromHex(text)
  const plain = new TextEncoder().encode(text)
  const memos = hex === undefined ? [plain] : [hex, plain]
  return memos.map((memo) => encodeRaw({ ...base, memo }))
}

function contractOfJson(
  type: string,
  value: Json,
): Exclude<Contract, { type: 'other' }> | undefined {
  const owner = addressFromNode(value.owner_address)
  const to = addressFromNode(value.to_address)
  if (owner === undefined) return undefined
  if (type === 'TransferContract' && to) {
    return { type, owner, to, amountSun: integerOr0(value.amount) }
  }
  if (type === 'TransferAssetContract' && to) {
    const assetName = asText(value.asset_name)
    return { type, assetName, owner, to, amount: integerOr0(value.amount) }
  }
  const contract = addressFromNode(value.contract_address)
  if (type !== 'TriggerSmartContract' || contract === undefined) return undefined
  return {
    type,
    owner,
    contract,
    callValueSun: integerOr0(value.call_value),
    data: fromHex(value.data) ?? new Uint8Array(),
    callTokenValue: integerOr0(value.call_token_value),
    tokenId: integerOr0(value.token_id),
  }
}
