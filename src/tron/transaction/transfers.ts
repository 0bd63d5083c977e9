import { MAX_AMOUNT, type Coin } from '../../domain/money/money.ts'
import type { Address } from '../encoding/address.ts'
import { isBody, readBody, type Body, type BodyReading } from './body.ts'
import {
  addressOfWord,
  numberOfWord,
  readTransferCall,
  TRANSFER_TOPIC,
} from '../encoding/contract-call.ts'
import { fromHex } from '../encoding/hex.ts'
import { MOST_INT64, type Json } from '../encoding/json.ts'
import { readReceipt, type Log, type Receipt } from './receipt.ts'

/**
 * One proven movement of TRX or USDT to any address. A credit's key is (network, txid, asset, kind,
 * index), because a transaction may hold several.
 */
export type Movement = {
  txid: string
  asset: Coin
  /** `internal` is TRX sent by a contract: recorded, never credited automatically. */
  kind: 'transfer' | 'internal'
  from: Address
  to: Address
  /** Millionths of the coin (sun for TRX), above zero. */
  amount: bigint
  /** Log index for USDT, contract index (0) for TRX, position among its kind for `internal`. */
  index: number
  /** 0 when the answer doesn't include it; receipts, blocks, and v1 items do. */
  blockNumber: number
  blockTimeMs: number
}

/** Why something that looks like a deposit isn't one. */
type NotCredited =
  | { reason: 'failed_on_chain'; contractRet: string }
  | {
      reason: 'wrong_token'
      contract: Address
      from: Address
      to: Address
      amount: bigint
      index: number
    }
  | { reason: 'trc10'; assetName: string; from: Address; to: Address; amount: bigint }
  | { reason: 'self_transfer'; address: Address; index: number }
  | { reason: 'zero_amount'; to: Address; index: number }
  /** More than there can be, or than the database can hold. */
  | { reason: 'absurd_amount'; to: Address; index: number }
  /** A contract call's body proves nothing without its receipt. */
  | { reason: 'needs_receipt' }
  /** A plain transfer's receipt doesn't name its parties, so the body is needed. */
  | { reason: 'needs_body' }
  /** Unsigned, pending, or with an unknown outcome. */
  | { reason: 'not_on_chain' }
  | { reason: 'other_contract'; name: string }
  /** Body and receipt belong to different transactions, or the bytes don't hash to the id. */
  | { reason: 'id_mismatch'; detail: string }
  | { reason: 'unreadable'; detail: string }

export type Reading = {
  txid: string
  /** Creditable movements (`kind: 'transfer'`), in chain order. */
  credits: Movement[]
  /** TRX sent by contracts (`kind: 'internal'`). */
  unattributed: Movement[]
  notCredited: NotCredited[]
}

/**
 * The reading of the same transaction with the internal transfers of the node that reports the
 * most. One node is enough to report them, because most nodes keep none.
 */
export const withMostInternals = (one: Reading, other: Reading): Reading =>
  other.unattributed.length > one.unattributed.length
    ? { ...one, unattributed: other.unattributed }
    : one

export type Network = {
  usdtContract: Address
  /** Ids of blocks whose transactions an operator verified elsewhere. Their root isn't checked. */
  acceptedBlocks?: ReadonlySet<string>
}

type Found = Omit<Reading, 'txid'>

type Source = { txid: string; blockNumber: number; blockTimeMs: number }

/**
 * Reads what a transaction moved from its body, its receipt, or both. Never throws. It doesn't
 * check whether the block is final: credit only what was read from `/walletsolidity`.
 *
 * TRX is read from the body (SHA-256 of `raw_data_hex` must be the id, `contractRet` SUCCESS), USDT
 * from the logs of a successful receipt, matched by the contract's address only.
 */
export function readTransfers(
  answers: { body?: Json | undefined; receipt?: Json | undefined },
  network: Network,
): Reading {
  const receipt = answers.receipt && readReceipt(answers.receipt)
  const body = answers.body && isBody(answers.body) ? readBody(answers.body) : undefined
  if (answers.receipt !== undefined && receipt === undefined) {
    const txid = body === undefined ? '' : bodyTxid(body)
    return { txid, ...nothing({ reason: 'unreadable', detail: 'a receipt without an id' }) }
  }
  return judgeTransfers(body, receipt, network)
}

/** The same for a body and a receipt that were already read. */
export function judgeTransfers(
  body: BodyReading | undefined,
  receipt: Receipt | undefined,
  network: Network,
): Reading {
  const txid = body === undefined ? (receipt?.txid ?? '') : bodyTxid(body)
  return { txid, ...judge(body, receipt, network) }
}

function judge(
  body: BodyReading | undefined,
  receipt: Receipt | undefined,
  network: Network,
): Found {
  if (body && receipt && bodyTxid(body) !== receipt.txid) {
    return nothing({ reason: 'id_mismatch', detail: 'body and receipt are of two transactions' })
  }
  const failure = receipt?.outcome.state === 'failed' ? receipt.outcome : bodyFailure(body)
  if (failure) return nothing({ reason: 'failed_on_chain', contractRet: failure.contractRet })
  if (body?.ok === false) return readWithoutBody(body, receipt, network)
  if (body) return readContract(body.body, receipt, network)
  if (receipt === undefined) return nothing({ reason: 'not_on_chain' })
  return receipt.ofContractCall ? readCall(receipt, network) : nothing({ reason: 'needs_body' })
}

/** The bytes match the id but can't be decoded. The logs, if any, still prove USDT. */
function readWithoutBody(
  { fault, detail }: Extract<BodyReading, { ok: false }>,
  receipt: Receipt | undefined,
  network: Network,
): Found {
  if (fault !== 'undecodable') return nothing({ reason: fault, detail })
  if (receipt === undefined) return nothing({ reason: 'needs_receipt' })
  if (receipt.ofContractCall) return readCall(receipt, network)
  return nothing({ reason: 'unreadable', detail })
}

const nothing = (why: NotCredited): Found => ({
  credits: [],
  unattributed: [],
  notCredited: [why],
})

const bodyTxid = (reading: BodyReading): string => (reading.ok ? reading.body.txid : reading.txid)

function bodyFailure(reading: BodyReading | undefined) {
  const outcome = reading?.ok === true ? reading.body.outcome : reading?.outcome
  return outcome?.state === 'failed' ? outcome : undefined
}

function readContract(body: Body, receipt: Receipt | undefined, network: Network): Found {
  const { contract } = body.transaction
  if (body.outcome.state === 'untold' && receipt === undefined) {
    // In a block without an outcome, the receipt has it. Outside a block, it is only planned.
    return nothing({ reason: body.blockNumber > 0 ? 'needs_receipt' : 'not_on_chain' })
  }
  switch (contract.type) {
    case 'other':
      // A contract may also pay while it is being created, so its logs count.
      if (receipt?.ofContractCall) return readCall(receipt, network)
      if (receipt === undefined && contract.name === 'CreateSmartContract') {
        return nothing({ reason: 'needs_receipt' })
      }
      return nothing({ reason: 'other_contract', name: contract.name })
    case 'TransferAssetContract': {
      const { assetName, owner: from, to, amount } = contract
      return nothing({ reason: 'trc10', assetName, from, to, amount })
    }
    case 'TriggerSmartContract':
      if (receipt === undefined) return nothing({ reason: 'needs_receipt' })
      return readCall(receipt, network)
    case 'TransferContract': {
      const { owner: from, to, amountSun: amount } = contract
      const source: Source = receipt ?? body
      return gather([
        settle({ ...at(source), asset: 'TRX', kind: 'transfer', from, to, amount, index: 0 }),
      ])
    }
  }
}

const at = ({ txid, blockNumber, blockTimeMs }: Source): Source => ({
  txid,
  blockNumber,
  blockTimeMs,
})

/** Zero or absurd amounts and transfers to oneself aren't deposits. */
function settle(movement: Movement): Movement | NotCredited {
  const { from, to, amount, index } = movement
  if (amount <= 0n) return { reason: 'zero_amount', to, index }
  if (amount > MOST_INT64) return { reason: 'absurd_amount', to, index }
  return from === to ? { reason: 'self_transfer', address: to, index } : movement
}

/**
 * Drops internal transfers above the largest amount of the ledger, a billion TRX. One node alone
 * may report them, so without a limit, one lie could overflow our sums.
 */
function readCall(receipt: Receipt, network: Network): Found {
  const logs = receipt.logs.flatMap((log) => readLog(log, receipt, network) ?? [])
  const internal = receipt.internalCalls.flatMap((call): Movement[] => {
    const { from, to, valueSun: amount, rejected, index } = call
    if (rejected || amount <= 0n || amount > MAX_AMOUNT || !from || !to || from === to) return []
    return [{ ...at(receipt), asset: 'TRX', kind: 'internal', from, to, amount, index }]
  })
  return { ...gather(logs), unattributed: internal }
}

function readLog(log: Log, source: Source, network: Network): Movement | NotCredited | undefined {
  const [event, fromTopic, toTopic] = log.topics
  if (event !== TRANSFER_TOPIC || log.contract === undefined) return undefined
  const from = fromHex(fromTopic)
  const to = fromHex(toTopic)
  if (from?.length !== 32 || to?.length !== 32) return undefined
  const parties = { from: addressOfWord(from), to: addressOfWord(to) }
  const { index, contract } = log
  const amount = log.data?.length === 32 ? numberOfWord(log.data) : 0n
  if (contract !== network.usdtContract) {
    return { reason: 'wrong_token', contract, ...parties, amount, index }
  }
  if (log.topics.length !== 3 || log.data?.length !== 32) {
    return { reason: 'unreadable', detail: `log ${index} is not a token's Transfer` }
  }
  return settle({ ...at(source), asset: 'USDT', kind: 'transfer', ...parties, amount, index })
}

function gather(items: (Movement | NotCredited)[]): Found {
  return {
    credits: items.filter((item): item is Movement => 'asset' in item),
    unattributed: [],
    notCredited: items.filter((item): item is NotCredited => 'reason' in item),
  }
}

/** A plain transfer of TRX or USDT. */
export type Payment = { asset: Coin; to: Address; amount: bigint }

/** The payment a transaction requests; undefined for any other call. It proves no movement. */
export function requestedPayment({ transaction }: Body, network: Network): Payment | undefined {
  const { contract } = transaction
  if (contract.type === 'TransferContract') {
    return { asset: 'TRX', to: contract.to, amount: contract.amountSun }
  }
  if (contract.type !== 'TriggerSmartContract') return undefined
  if (contract.contract !== network.usdtContract) return undefined
  const call = readTransferCall(contract.data)
  return call && { asset: 'USDT', ...call }
}
