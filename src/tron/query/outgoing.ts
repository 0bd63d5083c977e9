import type { Address } from '../encoding/address.ts'
import { readHead, readHeaderAt } from '../block/block-reads.ts'
import { isBody, placedBodies, readBody, type Body } from '../transaction/body.ts'
import { asJson, asList, type Json } from '../encoding/json.ts'
import type { NodeClient } from '../node/node-client.ts'
import { readRows } from './account-lists.ts'
import { requestedPayment, type Network, type Payment } from '../transaction/transfers.ts'
import { fine, troubled, type Result } from '../node/trouble.ts'

/** A transaction that an address sent, whatever its outcome. */
export type Outgoing = {
  txid: string
  blockNumber: number
  blockTimeMs: number
  succeeded: boolean
  /** The payment, for a transfer of TRX or USDT. */
  transfer: Payment | undefined
}

const MAX_PAGES = 500
/** About one day of blocks. Going further back on a plain node would take hours. */
const MAX_WALKED_BLOCKS = 28_800
const BLOCKS_PER_CALL = 50

/**
 * Everything `address` sent since `sinceMs`, oldest first. Uses the node's v1 list, or walks at
 * most a day of blocks on nodes without one.
 */
export async function readOutgoing(
  client: NodeClient,
  network: Network,
  address: Address,
  sinceMs: number,
): Promise<Result<Outgoing[]>> {
  const listed = await listOutgoing(client, network, address, sinceMs)
  if (listed.ok || listed.trouble.kind !== 'unavailable') return listed
  return walkOutgoing(client, network, address, sinceMs)
}

async function listOutgoing(
  client: NodeClient,
  network: Network,
  address: Address,
  sinceMs: number,
): Promise<Result<Outgoing[]>> {
  const found: Outgoing[] = []
  const known = new Set<string>()
  const query = {
    only_from: 'true',
    search_internal: 'false',
    min_timestamp: String(sinceMs),
  }
  for await (const page of readRows(client, address, 'transactions', query, MAX_PAGES)) {
    if (!page.ok) return page
    // Internal transactions are listed as entries of their own, without a body.
    const sent = page.value.filter((row) => !('internal_tx_id' in row))
    const rows = gather(sent, network, address)
    if (!rows.ok) return rows
    // Pages overlap while rows are added, so count each transaction once.
    found.push(...rows.value.filter(({ txid }) => !known.has(txid)))
    for (const { txid } of rows.value) known.add(txid)
  }
  return fine(found)
}

async function walkOutgoing(
  client: NodeClient,
  network: Network,
  address: Address,
  sinceMs: number,
): Promise<Result<Outgoing[]>> {
  const head = await readHead(client, 'wallet')
  if (!head.ok) return head
  const oldest = Math.max(0, head.value.number - MAX_WALKED_BLOCKS)
  const first = await findBlockAt(client, oldest, head.value.number, sinceMs)
  if (!first.ok) return first
  const found: Outgoing[] = []
  for (let start = first.value; start <= head.value.number; start += BLOCKS_PER_CALL) {
    const range = { startNum: start, endNum: start + BLOCKS_PER_CALL }
    const answer = await client.post('/wallet/getblockbylimitnext', range)
    if (!answer.ok) return answer
    const bodies = asList(asJson(answer.value).block).map(asJson).flatMap(placedBodies)
    const rows = gather(bodies, network, address)
    if (!rows.ok) return rows
    found.push(...rows.value)
  }
  return fine(found)
}

/** The first block at or after a time, by binary search. */
async function findBlockAt(
  client: NodeClient,
  oldest: number,
  newest: number,
  timeMs: number,
): Promise<Result<number>> {
  let [low, high] = [oldest, newest]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    const block = await readHeaderAt(client, 'wallet', middle)
    if (!block.ok) return block
    if ((block.value?.timeMs ?? 0) < timeMs) low = middle + 1
    else high = middle
  }
  if (low === oldest && oldest > 0) return troubled('unavailable', 'too far back for this node')
  return fine(low)
}

function gather(bodies: Json[], network: Network, address: Address): Result<Outgoing[]> {
  const found: Outgoing[] = []
  for (const json of bodies) {
    const reading = isBody(json) ? readBody(json) : undefined
    // We can decode everything we sent, because we encoded it.
    if (reading?.ok === false && reading.fault === 'undecodable') continue
    // Any other unreadable entry may be ours. An error is better than an incomplete list.
    if (!reading?.ok) return troubled('malformed', 'a transaction that cannot be read')
    const { contract } = reading.body.transaction
    // Any kind counts: a change of the account's keys pays nobody but gives the account away.
    if (contract.owner === address) {
      found.push(describe(reading.body, network))
    }
  }
  return fine(found)
}

function describe(body: Body, network: Network): Outgoing {
  const { txid, blockNumber, blockTimeMs, outcome } = body
  const succeeded = outcome.state === 'success'
  return { txid, blockNumber, blockTimeMs, succeeded, transfer: requestedPayment(body, network) }
}
