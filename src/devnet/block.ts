import { sha256 } from '@noble/hashes/sha2.js'
import { addressBytes, type Address } from '../tron/address.ts'
import { toHex } from '../tron/hex.ts'
import { joinBytes, writeFields } from '../tron/protobuf.ts'
import type { RawTransaction } from '../tron/transaction.ts'
import type { Execution } from './execute.ts'

export type Transaction = {
  txid: string
  raw: Uint8Array
  signatures: Uint8Array[]
  /** Size of the whole transaction. */
  bytes: number
  decoded: RawTransaction
}

/** A transaction that ran: in a block, or waiting for one. */
export type Included = Transaction & { execution: Execution; block?: Block }

export type Block = {
  number: number
  id: string
  parentId: string
  timeMs: number
  txTrieRoot: string
  witness: Address
  transactions: Included[]
}

export type BlockDraft = Omit<Block, 'id' | 'txTrieRoot'>

/** Gives a block its root and id: the header's SHA-256 with the height in its first 8 bytes. */
export function finishBlock(draft: BlockDraft): Block {
  const root = merkleRoot(draft.transactions.map(({ txid }) => sha256(Buffer.from(txid, 'hex'))))
  const header = writeFields([
    [1, BigInt(draft.timeMs)],
    [2, root],
    [3, Buffer.from(draft.parentId, 'hex')],
    [7, BigInt(draft.number)],
    [9, addressBytes(draft.witness)],
    [10, 32n],
  ])
  const height = draft.number.toString(16).padStart(16, '0')
  const id = height + toHex(sha256(header)).slice(16)
  const block = { ...draft, id, txTrieRoot: toHex(root) }
  for (const included of block.transactions) included.block = block
  return block
}

function merkleRoot(leaves: Uint8Array[]): Uint8Array {
  if (leaves.length === 0) return new Uint8Array(32)
  let level = leaves
  while (level.length > 1) {
    const next: Uint8Array[] = []
    for (let at = 0; at < level.length; at += 2) {
      const [left, right] = [level[at], level[at + 1]]
      if (left) next.push(right ? sha256(joinBytes([left, right])) : left)
    }
    level = next
  }
  return level[0] ?? new Uint8Array(32)
}
