import { fillText } from '../../../domain/texts.ts'
import type { SentTransaction } from '../../../proof/check/reserves.ts'
import { mainnet } from '../../../tron/encoding/networks.ts'
import { proveTransaction } from '../../../tron/query/final-transaction.ts'
import { openFinding, type Finding } from './finding.ts'
import type { NodeWords } from './node-words.ts'
import type { AskedNode } from './open-node.ts'

/** Whether the chain has an anchor in a final block. */
export async function checkAnchor(
  { client, network }: AskedNode,
  { txid, from, memo }: SentTransaction,
  words: NodeWords,
): Promise<Finding> {
  const open = fillText(words.transaction, { txid })
  const chain = await network()
  if (!chain.ok) return openFinding(open, chain.trouble, words)
  const read = await proveTransaction(client, mainnet, txid)
  if (!read.ok) return openFinding(open, read.trouble, words)
  const { value } = read
  if (value.state === 'absent') {
    return { is: 'differs', says: fillText(words.unknownTransaction, { txid }) }
  }
  if (value.state !== 'final') return { is: 'open', says: fillText(words.notFinal, { txid }) }
  const { result, blockNumber: no } = value
  if (result !== 'SUCCESS') {
    return { is: 'differs', says: fillText(words.failedTransaction, { txid, result }) }
  }
  if (value.from !== from || value.memo !== memo) {
    return { is: 'differs', says: fillText(words.otherTransaction, { txid }) }
  }
  return { is: 'agrees', says: fillText(words.anchored, { network: chain.value, txid, no }) }
}
