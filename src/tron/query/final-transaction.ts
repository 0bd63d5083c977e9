import type { Address } from '../encoding/address.ts'
import { asJson } from '../encoding/json.ts'
import { readBlocks, readHead } from '../block/block-reads.ts'
import type { NodeClient } from '../node/node-client.ts'
import { fine, troubled, type Result } from '../node/trouble.ts'
import { readBody } from '../transaction/body.ts'
import { recoverSigner } from '../transaction/signature.ts'
import type { Network } from '../transaction/transfers.ts'
import { readTransactionState, type TransactionState } from './transaction-state.ts'

/** A transaction in a final block, with the outcome that the block's producer signed. */
type FinalTransaction = {
  readonly state: 'final'
  readonly blockNumber: number
  readonly blockTimeMs: number
  /** SUCCESS, or the chain's error. */
  readonly result: string
  /** Who signed it: its owner. */
  readonly from: Address
  readonly memo: string
}

type Found = FinalTransaction | Exclude<TransactionState, { state: 'final' }>

/**
 * Looks a transaction up and checks the answers against each other: its bytes hash to the id, its
 * owner signed it, and the block with it is final and signed by its producer. The id must be 64
 * lowercase hex digits.
 */
export async function proveTransaction(
  client: NodeClient,
  network: Network,
  txid: string,
): Promise<Result<Found>> {
  const read = await readTransactionState(client, network, txid)
  if (!read.ok) return read
  if (read.value.state !== 'final') return fine(read.value)
  const { blockNumber } = read.value
  const answer = await client.post('/walletsolidity/gettransactionbyid', { value: txid })
  if (!answer.ok) return answer
  const body = readBody(asJson(answer.value))
  if (!body.ok || body.body.txid !== txid) return troubled('malformed', 'another transaction')
  const { transaction, signatures } = body.body
  const { owner: from } = transaction.contract
  const [signature] = signatures
  const signer = signature && recoverSigner(txid, signature)
  if (signatures.length !== 1 || from === undefined || signer !== from) {
    return troubled('malformed', 'the owner did not sign the transaction')
  }
  const head = await readHead(client, 'walletsolidity')
  if (!head.ok) return head
  const isFinal = blockNumber <= head.value.number
  const blocks = await readBlocks(client, 'walletsolidity', network, blockNumber, blockNumber)
  if (!blocks.ok) return blocks
  const [block] = blocks.value
  if (!isFinal || !block) return troubled('malformed', `block ${blockNumber} is not final`)
  const found = block.transactions.find((each) => each.txid === txid)
  if (!found || found.isContradictory) {
    return troubled('malformed', `block ${blockNumber} lacks the transaction`)
  }
  const memo = new TextDecoder().decode(transaction.memo)
  const { timeMs: blockTimeMs } = block
  return fine({ state: 'final', blockNumber, blockTimeMs, result: found.result, from, memo })
}
