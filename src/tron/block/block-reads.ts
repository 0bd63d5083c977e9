import { nowMs } from '../../clock/clock.ts'
import type { Address } from '../encoding/address.ts'
import { addressFromNode, addressHex } from '../encoding/address.ts'
import { BlockFault, proveHeader, proveTransactions, readHeader } from './block-proof.ts'
import {
  hasTransactions,
  readTransactions,
  type BlockTransaction,
  type BlockTransactions,
} from './block-transactions.ts'
import { asJson, asList, isJson, type Json } from '../encoding/json.ts'
import type { NodeClient } from '../node/node-client.ts'
import type { Network, Reading } from '../transaction/transfers.ts'
import { fine, troubled, type Result } from '../node/trouble.ts'

/** `wallet` is the head's view; `walletsolidity` holds final blocks only. */
export type Family = 'wallet' | 'walletsolidity'

export type BlockHead = { number: number; id: string; timeMs: number }
export type ReadBlock = BlockHead &
  BlockTransactions & {
    parentId: string
    /** What each transaction moved, in the same order. */
    readings: Reading[]
  }
export type { BlockTransaction }

/** How far a block producer's clock may be ahead of ours. */
const MAX_AHEAD_MS = 60_000

/**
 * A block dated in the future would end every rate lock and have no rate. We reject it, as we do a
 * block older than its parent.
 */
function dateFault(head: BlockHead, previous?: BlockHead): Result<never> | undefined {
  const isAhead = head.timeMs > nowMs() + MAX_AHEAD_MS
  const goesBack = previous !== undefined && head.timeMs < previous.timeMs
  if (!isAhead && !goesBack) return undefined
  const how = isAhead ? 'in the future' : 'before its parent'
  return troubled('disagreement', `block ${head.number} is dated ${how}`)
}

/** Whether a block is older than that. */
export const isOlder = ({ timeMs }: Pick<BlockHead, 'timeMs'>, thanMs: number): boolean =>
  timeMs < nowMs() - thanMs

/** The newest block of a view. Reads only its header. */
export async function readHead(client: NodeClient, family: Family): Promise<Result<BlockHead>> {
  let answer = await client.post(`/${family}/getblock`, { detail: false })
  // Nodes from before 2023 have no getblock.
  if (!answer.ok && answer.trouble.kind === 'unavailable') {
    answer = await client.post(`/${family}/getnowblock`, {})
  }
  if (!answer.ok) return answer
  const header = readHeader(answer.value)
  if (header === undefined) return troubled('malformed', 'no block header')
  return (
    dateFault(header) ??
    (await proveProducer(client, family, asJson(answer.value))) ??
    fine(headOf(header))
  )
}

/** The header of one block; undefined when the node doesn't have it (yet). */
export async function readHeaderAt(
  client: NodeClient,
  family: Family,
  number: number,
): Promise<Result<BlockHead | undefined>> {
  const answer = await client.post(`/${family}/getblockbynum`, { num: number })
  if (!answer.ok) return answer
  if (isJson(answer.value) && Object.keys(answer.value).length === 0) return fine(undefined)
  const header = readHeader(answer.value)
  if (header?.number !== number) return troubled('malformed', `block ${number}`)
  return (await proveProducer(client, family, asJson(answer.value))) ?? fine(headOf(header))
}

const headOf = ({ number, id, timeMs }: BlockHead): BlockHead => ({ number, id, timeMs })

/**
 * Reads blocks `from` to `to` (inclusive, at most 100): one request, plus one for the receipts of
 * each block with transactions. This is where a transfer is read from the chain: `block-proof.ts`
 * checks the block, `block-transactions.ts` matches bodies and receipts, and
 * `transaction/transfers.ts` decides what moved.
 *
 * Blocks must follow each other by number and parent; the list ends at the first block the node
 * lacks. A block that can't be read in full or fails its proof makes the whole read fail.
 */
export async function readBlocks(
  client: NodeClient,
  family: Family,
  network: Network,
  from: number,
  to: number,
): Promise<Result<ReadBlock[]>> {
  const range = { startNum: from, endNum: to + 1 }
  const answer = await client.post(`/${family}/getblockbylimitnext`, range)
  if (!answer.ok) return answer
  const blocks: ReadBlock[] = []
  for (const body of asList(asJson(answer.value).block).map(asJson)) {
    const block = await readBlock(client, family, network, body, blocks.at(-1))
    if (!block.ok) return block
    if (block.value.number !== from + blocks.length || block.value.number > to) {
      return troubled('malformed', `block ${block.value.number} does not follow`)
    }
    blocks.push(block.value)
  }
  return fine(blocks)
}

async function readBlock(
  client: NodeClient,
  family: Family,
  network: Network,
  body: Json,
  previous: ReadBlock | undefined,
): Promise<Result<ReadBlock>> {
  const header = readHeader(body)
  if (header === undefined) return troubled('malformed', 'a block without header')
  if (previous && header.parentId !== previous.id) {
    return troubled('malformed', `block ${header.number} does not follow`)
  }
  const fault = dateFault(header, previous) ?? (await proveProducer(client, family, body))
  if (fault) return fault
  try {
    // The first block's transactions are unsigned, so we can't prove them.
    if (header.number === 0) return fine({ ...emptyBlock, ...header })
    if (!network.acceptedBlocks?.has(header.id)) proveTransactions(body)
    if (!hasTransactions(body)) return fine({ ...emptyBlock, ...header })
    const question = { num: header.number }
    const receipts = await client.post(`/${family}/gettransactioninfobyblocknum`, question)
    if (!receipts.ok) return receipts
    const found = readTransactions(body, receipts.value, network)
    const readings = found.transactions.map(({ reading }) => reading)
    return fine({ ...header, ...found, readings })
  } catch (error) {
    if (error instanceof BlockFault) return troubled('malformed', error.message)
    throw error
  }
}

const emptyBlock = { transactions: [], internalEntries: 0, readings: [] }

/** Some producers sign with a key other than their account's own, as each node reports. */
const signingKeys = new WeakMap<NodeClient, Map<Address, Address>>()
/** A node may name any producer. Real ones are 27 at a time. */
const MAX_SIGNING_KEYS = 200

/** Checks that the named producer signed the header. Returns the trouble if not. */
async function proveProducer(
  client: NodeClient,
  family: Family,
  block: Json,
): Promise<Result<never> | undefined> {
  try {
    const producer = proveHeader(block)
    if (producer === undefined || producer.signer === producer.witness) return undefined
    const keys = signingKeys.get(client) ?? new Map<Address, Address>()
    signingKeys.set(client, keys)
    if (keys.get(producer.witness) === producer.signer) return undefined
    const account = await client.post(`/${family}/getaccount`, {
      address: addressHex(producer.witness),
    })
    if (!account.ok) return account
    const permission = asJson(asJson(account.value).witness_permission)
    const key = addressFromNode(asJson(asList(permission.keys)[0]).address)
    if (key !== producer.signer) {
      return troubled('malformed', `${producer.witness} did not sign its block`)
    }
    if (keys.size >= MAX_SIGNING_KEYS) keys.clear()
    keys.set(producer.witness, key)
    return undefined
  } catch (error) {
    if (error instanceof BlockFault) return troubled('malformed', error.message)
    throw error
  }
}
