import type { Json } from '../../tron/encoding/json.ts'
import { BLOCK_VERSION, type Block } from '../chain/block.ts'
import { compact, writeAddress, writeTransaction, type Form } from './transaction-answers.ts'

/** Answers of `getblockbynum` and similar. Block 0 has no number, because protobuf omits zeros. */
export function writeBlock(block: Block, form: Form, detail = true): Json {
  const header = {
    blockID: block.id,
    block_header: {
      raw_data: compact({
        number: block.number,
        txTrieRoot: block.txTrieRoot,
        witness_address: writeAddress(block.witness, form),
        parentHash: block.parentId,
        version: BLOCK_VERSION,
        timestamp: block.timeMs,
      }),
      // Nobody signs the first block.
      ...(block.number === 0 ? {} : { witness_signature: block.signature() }),
    },
  }
  if (!detail || block.transactions.length === 0) return header
  const transactions = block.transactions.map((included) => writeTransaction(included, form))
  return { ...header, transactions }
}
