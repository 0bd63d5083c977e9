import { readBlock } from './answers.ts'
import { asJson, asList, asText, isJson, smallInteger, type Json } from './json.ts'
import type { NodeClient } from './node-client.ts'
import type { Network, Reading } from './transfers.ts'
import { fine, troubled, type Result } from './trouble.ts'

/** `wallet` is the head's view, `walletsolidity` the view that never changes again. */
export type Family = 'wallet' | 'walletsolidity'

export type BlockHead = { number: number; id: string; timeMs: number }
export type ReadBlock = BlockHead & { parentId: string; readings: Reading[] }

/** Reads a block's header; its id must carry its height. */
function readHeader(answer: unknown): (BlockHead & { parentId: string }) | undefined {
  const block = asJson(answer)
  const raw = asJson(asJson(block.block_header).raw_data)
  const id = asText(block.blockID).toLowerCase()
  const number = smallInteger(raw.number)
  if (!/^[0-9a-f]{64}$/.test(id) || parseInt(id.slice(0, 16), 16) !== number) return undefined
  const parentId = asText(raw.parentHash).toLowerCase()
  return { number, id, timeMs: smallInteger(raw.timestamp), parentId }
}

/** Clocks of ours and of block producers may differ by so much. */
const maxAheadMs = 60_000

/**
 * A block of tomorrow ends every lock and has no rate: a node that tells of one is not believed,
 * nor is one whose blocks go back in time.
 */
function dateFault(head: BlockHead, previous?: BlockHead): Result<never> | undefined {
  const isAhead = head.timeMs > Date.now() + maxAheadMs
  const goesBack = previous !== undefined && head.timeMs < previous.timeMs
  if (!isAhead && !goesBack) return undefined
  const how = isAhead ? 'in the future' : 'before its parent'
  return troubled('disagreement', `block ${head.number} is dated ${how}`)
}

/** The newest block of a view, by its header alone. */
export async function readHead(client: NodeClient, family: Family): Promise<Result<BlockHead>> {
  let answer = await client.post(`/${family}/getblock`, { detail: false })
  // Nodes before 2023 have no getblock.
  if (!answer.ok && answer.trouble.kind === 'unavailable') {
    answer = await client.post(`/${family}/getnowblock`, {})
  }
  if (!answer.ok) return answer
  const header = readHeader(answer.value)
  return header ? (dateFault(header) ?? fine(header)) : troubled('malformed', 'no block header')
}

/** The header of one block; undefined when the node does not have it (yet). */
export async function readHeaderAt(
  client: NodeClient,
  family: Family,
  number: number,
): Promise<Result<BlockHead | undefined>> {
  const answer = await client.post(`/${family}/getblockbynum`, { num: number })
  if (!answer.ok) return answer
  if (isJson(answer.value) && Object.keys(answer.value).length === 0) return fine(undefined)
  const header = readHeader(answer.value)
  return header?.number === number ? fine(header) : troubled('malformed', `block ${number}`)
}

/** Blocks asked for at once: a full one on mainnet has around half a megabyte. */
const blocksPerCall = 20

/**
 * Reads blocks `from` to `to` (inclusive) with what their transactions moved. The blocks must
 * follow each other by number and parent; a block that the node does not have ends the list. Fails
 * when a contract call has no receipt: a deposit could hide in it.
 */
export async function readBlocks(
  client: NodeClient,
  family: Family,
  network: Network,
  from: number,
  to: number,
): Promise<Result<ReadBlock[]>> {
  const blocks: ReadBlock[] = []
  for (let start = from; start <= to; start += blocksPerCall) {
    const endNum = Math.min(start + blocksPerCall, to + 1)
    const range = { startNum: start, endNum }
    const answer = await client.post(`/${family}/getblockbylimitnext`, range)
    if (!answer.ok) return answer
    const bodies = asList(asJson(answer.value).block).map(asJson)
    for (const body of bodies) {
      const block = await readWithReceipts(client, family, network, body)
      if (!block.ok) return block
      const previous = blocks.at(-1)
      const isNext = block.value.number === from + blocks.length
      if (!isNext || (previous && block.value.parentId !== previous.id)) {
        return troubled('malformed', `block ${block.value.number} does not follow`)
      }
      const misdated = dateFault(block.value, previous)
      if (misdated) return misdated
      blocks.push(block.value)
    }
    if (bodies.length < endNum - start) break
  }
  return fine(blocks)
}

async function readWithReceipts(
  client: NodeClient,
  family: Family,
  network: Network,
  body: Json,
): Promise<Result<ReadBlock>> {
  const header = readHeader(body)
  if (header === undefined) return troubled('malformed', 'a block without header')
  const alone = readBlock(body, [], network)
  if (!alone.some(needsReceipt)) return fine({ ...header, readings: alone })
  const answer = await client.post(`/${family}/gettransactioninfobyblocknum`, {
    num: header.number,
  })
  if (!answer.ok) return answer
  const readings = readBlock(body, asList(answer.value), network)
  if (readings.some(needsReceipt)) {
    return troubled('malformed', `receipts of block ${header.number} are incomplete`)
  }
  return fine({ ...header, readings })
}

const needsReceipt = ({ notCredited }: Reading): boolean =>
  notCredited.some(({ reason }) => reason === 'needs_receipt')
