import { readHead, type Family } from '../block/block-reads.ts'
import type { Address } from '../encoding/address.ts'
import { asJson, isJson, type Json } from '../encoding/json.ts'
import type { NodeClient } from '../node/node-client.ts'
import { readBody } from '../transaction/body.ts'
import { readReceipt, type Receipt } from '../transaction/receipt.ts'
import { readTransfers, type Network, type Reading } from '../transaction/transfers.ts'
import { fine, troubled, type Result } from '../node/trouble.ts'

/** The status of a transaction. */
export type TransactionState =
  /**
   * No node knows it. This alone proves nothing: see `isProvablyExpired`. `finalTimeMs` is the time
   * of the final block every node had reached *before* the look-up; 0 when one didn't answer.
   */
  | { state: 'absent'; finalTimeMs: number }
  /** Waiting for a block. */
  | { state: 'seen' }
  /** In a block that a fork may still remove: for display only. */
  | {
      state: 'in_block'
      blockNumber: number
      confirmations: number
      reading: Reading
      /** Whether enough nodes report the same block and movements. */
      agreed: boolean
    }
  | {
      state: 'final'
      blockNumber: number
      blockTimeMs: number
      /** Who sent it, and so paid the fee; undefined when its bytes have a form we don't know. */
      owner: Address | undefined
      feeSun: bigint
      /** SUCCESS, or the chain's error. */
      contractRet: string
      reading: Reading
    }

/**
 * How far final blocks must be past a transaction's expiration before we treat it as dead. We pay
 * again only after that, so it protects against paying twice. It covers gateways that spread
 * requests over nodes at different heights.
 */
export const DEAD_MARGIN_MS = 60_000

/**
 * Whether a transaction can never be packed: no node knows it, and a final block past its
 * expiration existed before the look-up.
 */
export const isProvablyExpired = (
  state: TransactionState,
  expirationMs: number,
  marginMs = DEAD_MARGIN_MS,
): boolean => state.state === 'absent' && state.finalTimeMs > expirationMs + marginMs

/** Asks one node. The id must be 64 lower-case hex digits. */
export async function readTransactionState(
  client: NodeClient,
  network: Network,
  txid: string,
): Promise<Result<TransactionState>> {
  const finalHead = await readHead(client, 'walletsolidity')
  if (!finalHead.ok) return finalHead
  const final = await readBoth(client, network, 'walletsolidity', txid)
  if (!final.ok) return final
  // A body without its receipt is in a block too, so it is never absent.
  if (final.value?.receipt) {
    const { receipt, reading, owner } = final.value
    const { blockNumber, blockTimeMs, feeSun } = receipt
    const paid = { owner, feeSun, contractRet: endingOf(reading) }
    return fine({ state: 'final', blockNumber, blockTimeMs, ...paid, reading })
  }
  const packed = await readBoth(client, network, 'wallet', txid)
  if (!packed.ok) return packed
  if (packed.value) {
    const head = await readHead(client, 'wallet')
    if (!head.ok) return head
    const { receipt, reading } = packed.value
    // Without a receipt yet, it is in one of the newest blocks.
    const blockNumber = receipt?.blockNumber ?? head.value.number
    const confirmations = Math.max(1, head.value.number - blockNumber + 1)
    return fine({ state: 'in_block', blockNumber, confirmations, reading, agreed: false })
  }
  const pending = await client.post('/wallet/gettransactionfrompending', { value: txid })
  if (pending.ok && !isEmpty(pending.value)) return fine({ state: 'seen' })
  // Gateways without a pool disable this endpoint. Then we count it as absent.
  if (!pending.ok && pending.trouble.kind !== 'unavailable') return pending
  return fine({ state: 'absent', finalTimeMs: finalHead.value.timeMs })
}

type Both = { receipt: Receipt | undefined; reading: Reading; owner: Address | undefined }

/** Body and receipt in one view; undefined when both are missing. */
async function readBoth(
  client: NodeClient,
  network: Network,
  family: Family,
  txid: string,
): Promise<Result<Both | undefined>> {
  const [body, info] = await Promise.all([
    client.post(`/${family}/gettransactionbyid`, { value: txid }),
    client.post(`/${family}/gettransactioninfobyid`, { value: txid }),
  ])
  if (!body.ok) return body
  if (!info.ok) return info
  if (isEmpty(body.value) && isEmpty(info.value)) return fine(undefined)
  const owner = ownerOf(asJson(body.value))
  if (isEmpty(info.value)) {
    const reading = readTransfers({ body: asJson(body.value) }, network)
    return fine({ receipt: undefined, reading, owner })
  }
  if (isEmpty(body.value)) return troubled('malformed', 'a receipt without its transaction')
  const receipt = readReceipt(asJson(info.value))
  if (receipt === undefined || receipt.txid !== txid || receipt.blockNumber === 0) {
    return troubled('malformed', 'the receipt is not of this transaction')
  }
  if (receipt.blockTimeMs === 0) return troubled('malformed', 'a receipt without a block time')
  const reading = readTransfers({ body: asJson(body.value), receipt: asJson(info.value) }, network)
  if (reading.txid !== txid || reading.notCredited.some(isUnsound)) {
    return troubled('malformed', 'the body is not of this transaction')
  }
  return fine({ receipt, reading, owner })
}

/** The sender by the body's bytes, which hash to the id. */
function ownerOf(body: Json): Address | undefined {
  const read = readBody(body)
  return read.ok ? read.body.transaction.contract.owner : undefined
}

function endingOf({ notCredited }: Reading): string {
  const [why] = notCredited
  return why?.reason === 'failed_on_chain' ? why.contractRet : 'SUCCESS'
}

const isEmpty = (answer: unknown): boolean => !isJson(answer) || Object.keys(answer).length === 0

const isUnsound = ({ reason }: Reading['notCredited'][number]): boolean => reason === 'id_mismatch'

/** Asks one node whether it knows a transaction, in a block or pending. */
export async function readKnown(client: NodeClient, txid: string): Promise<Result<boolean>> {
  const body = await client.post('/wallet/gettransactionbyid', { value: txid })
  if (!body.ok) return body
  if (!isEmpty(body.value)) return fine(true)
  const pending = await client.post('/wallet/gettransactionfrompending', { value: txid })
  if (pending.ok) return fine(!isEmpty(pending.value))
  // Gateways without a pool disable this endpoint.
  return pending.trouble.kind === 'unavailable' ? fine(false) : pending
}

/** Known when any node knows it. An error counts only when no node does. */
export function combineKnown(results: readonly Result<boolean>[]): Result<boolean> {
  if (results.some((result) => result.ok && result.value)) return fine(true)
  return results.find(({ ok }) => !ok) ?? results[0] ?? troubled('no_node', 'no node')
}
