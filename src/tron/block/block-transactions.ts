import type { Address } from '../encoding/address.ts'
import { BlockFault } from './block-proof.ts'
import { placedBodies, readBody, type BodyReading } from '../transaction/body.ts'
import { numberOfWord, TRANSFER_TOPIC, addressOfWord } from '../encoding/contract-call.ts'
import { fromHex } from '../encoding/hex.ts'
import { asJson, asList, smallInteger, type Json } from '../encoding/json.ts'
import { readReceipt, type Receipt } from '../transaction/receipt.ts'
import {
  judgeTransfers,
  requestedPayment,
  type Network,
  type Payment,
  type Reading,
} from '../transaction/transfers.ts'

/** One transaction of a block: its sender, its request, and its outcome. */
export type BlockTransaction = {
  txid: string
  /** Undefined when the bytes have a form we don't know. */
  owner: Address | undefined
  /** The contract's type, such as TransferContract. */
  kind: string
  /** The payment it requests, for a plain transfer of TRX or USDT. */
  pays: Payment | undefined
  feeSun: bigint
  /** SUCCESS, or the chain's error. */
  result: string
  reading: Reading
  /** Whether a successful USDT transfer moved other coins than it requests, by its receipt. */
  isContradictory: boolean
}

export type BlockTransactions = {
  transactions: BlockTransaction[]
  /** Number of internal transactions in all receipts. Not every node keeps them. */
  internalEntries: number
}

/** Whether a block's receipts are needed: they hold every transaction's fee. */
export const hasTransactions = (block: Json): boolean => asList(block.transactions).length > 0

/**
 * Reads all transactions of a block with their receipts, in chain order. An unreadable body, or a
 * receipt that is missing or contradicts its body, makes the whole block invalid. Throws
 * BlockFault. Only the logs of a USDT transfer are left for the caller to judge: if Tether moves
 * its token to another contract, transfers succeed without a log in this one.
 */
export function readTransactions(
  block: Json,
  receipts: unknown,
  network: Network,
): BlockTransactions {
  const header = asJson(asJson(block.block_header).raw_data)
  const [number, timeMs] = [smallInteger(header.number), smallInteger(header.timestamp)]
  const byId = new Map<string, Receipt>()
  for (const entry of asList(receipts)) {
    const receipt = readReceipt(asJson(entry))
    if (receipt !== undefined) byId.set(receipt.txid, receipt)
  }
  let internalEntries = 0
  const transactions = placedBodies(block).map((entry) => {
    const body = readBody(entry)
    const txid = body.ok ? body.body.txid : body.txid
    if (!body.ok && body.fault !== 'undecodable') {
      throw new BlockFault(`a transaction of block ${number} is unreadable: ${body.detail}`)
    }
    const receipt = byId.get(txid)
    if (receipt === undefined || receipt.blockNumber !== number) {
      throw new BlockFault(`receipts of block ${number} are incomplete`)
    }
    // Only the header's time is proven, and it decides which rate a transfer counts at.
    if (timeMs === 0 || receipt.blockTimeMs !== timeMs) {
      throw new BlockFault(`the receipt of ${txid} has another time than block ${number}`)
    }
    internalEntries += receipt.internalCalls.length
    return readOne(body, receipt, network)
  })
  return { transactions, internalEntries }
}

function readOne(body: BodyReading, receipt: Receipt, network: Network): BlockTransaction {
  const reading = judgeTransfers(body, receipt, network)
  const { txid, feeSun } = receipt
  const result = resultOf(body, receipt)
  const found = { txid, feeSun, result, reading, isContradictory: false }
  if (!body.ok) return { ...found, owner: undefined, kind: 'unknown', pays: undefined }
  if (reading.notCredited.some(({ reason }) => reason === 'unreadable')) {
    throw new BlockFault(`the receipt of ${txid} is unreadable`)
  }
  const { contract } = body.body.transaction
  const kind = contract.type === 'other' ? contract.name : contract.type
  const { owner } = contract
  const pays = requestedPayment(body.body, network)
  const isContradictory =
    pays?.asset === 'USDT' &&
    result === 'SUCCESS' &&
    tokensSent(receipt, owner, network) !== pays.amount
  return { ...found, owner, kind, pays, isContradictory }
}

/** The body's outcome is under the block's root, so a receipt that differs is false. */
function resultOf(body: BodyReading, { txid, outcome }: Receipt): string {
  const told = body.ok ? body.body.outcome : body.outcome
  const receipt = outcome.state === 'failed' ? outcome.contractRet : 'SUCCESS'
  if (told.state === 'untold') return receipt
  if ((told.state === 'success') !== (outcome.state === 'success')) {
    throw new BlockFault(`body and receipt of ${txid} tell different endings`)
  }
  return told.state === 'success' ? 'SUCCESS' : told.contractRet
}

/** The total that the sender's logs report. A fee kept by the token has its own log. */
function tokensSent(receipt: Receipt, owner: Address | undefined, network: Network): bigint {
  let sum = 0n
  for (const { contract, topics, data } of receipt.logs) {
    const from = fromHex(topics[1])
    if (contract !== network.usdtContract || topics[0] !== TRANSFER_TOPIC) continue
    if (from?.length === 32 && addressOfWord(from) === owner && data) sum += numberOfWord(data)
  }
  return sum
}
