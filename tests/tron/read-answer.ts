import { isBody, placedBodies } from '../../src/tron/transaction/body.ts'
import { asJson, asText, isJson, type Json } from '../../src/tron/encoding/json.ts'
import { mainnet } from '../../src/tron/encoding/networks.ts'
import { readTransfers, type Network, type Reading } from '../../src/tron/transaction/transfers.ts'

/**
 * Reads the transfers in one answer of a node in any form: a transaction body, a receipt, a list of
 * receipts, a block, a page of either v1 list, a built but unsent transaction, `{}`. Returns one
 * reading per transaction, or an empty list for an answer without any.
 *
 * For answers of unknown form. If both body and receipt of a transaction are available,
 * `readTransfers` takes both and finds more. Entries of the v1 token list are hints and never
 * proofs (no log index, rows get lost), so they come back as `needs_receipt`.
 */
export function readAnswer(answer: unknown, network: Network = mainnet): Reading[] {
  if (Array.isArray(answer)) return answer.flatMap((entry) => readAnswer(entry, network))
  if (!isJson(answer)) return []
  if (isBody(answer)) return [readTransfers({ body: answer }, network)]
  if (isReceipt(answer)) return [readTransfers({ receipt: answer }, network)]
  if (typeof answer.transaction_id === 'string') return [hint(answer)]
  if (isJson(answer.block_header)) return readBlock(answer, [], network)
  if (Array.isArray(answer.block)) return readAnswer(answer.block, network)
  if (Array.isArray(answer.data)) return readAnswer(answer.data, network)
  if (isJson(answer.transaction)) return readAnswer(answer.transaction, network)
  return []
}

/** Whether a JSON object is an answer of `gettransactioninfobyid` (or an entry of the list). */
const isReceipt = (value: Json): boolean =>
  typeof value.id === 'string' && ('receipt' in value || 'blockTimeStamp' in value)

function hint(item: Json): Reading {
  const txid = asText(item.transaction_id).toLowerCase()
  return { txid, credits: [], unattributed: [], notCredited: [{ reason: 'needs_receipt' }] }
}

/** Reads a block and its receipts, matched by transaction id. */
function readBlock(block: Json, receipts: unknown[], network: Network): Reading[] {
  const byId = new Map(receipts.map(asJson).map((entry) => [asText(entry.id), entry]))
  return placedBodies(block).map((body) =>
    readTransfers({ body, receipt: byId.get(asText(body.txID)) }, network),
  )
}
