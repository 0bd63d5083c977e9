import { hash } from 'node:crypto'
import type { Address } from '../../tron/encoding/address.ts'
import { encodeResult, headerBytes, merkleLeaf, merkleRoot } from '../../tron/block/block-proof.ts'
import { toHex } from '../../tron/encoding/hex.ts'
import { signHash } from '../../tron/transaction/signature.ts'
import type { RawTransaction } from '../../tron/transaction/transaction.ts'
import type { Execution } from './execute.ts'
import type { Producer } from './world.ts'

export type Transaction = {
  txid: string
  raw: Uint8Array
  signatures: Uint8Array[]
  /** Size of the whole transaction. */
  bytes: number
  decoded: RawTransaction
}

/** A transaction that ran: in a block, or pending. */
export type Included = Transaction & { execution: Execution; block?: Block }

export type Block = {
  number: number
  id: string
  parentId: string
  timeMs: number
  txTrieRoot: string
  witness: Address
  transactions: Included[]
  /** Hex. Computed on first use, because signing is slow and most blocks are never read. */
  signature(): string
}

export type BlockDraft = Pick<Block, 'number' | 'parentId' | 'timeMs' | 'transactions'> & {
  producer: Producer
}

export const BLOCK_VERSION = 32

/** Gives a block its root, id, and signature, as the real network does. */
export function finishBlock({ producer, ...draft }: BlockDraft): Block {
  const { number, timeMs } = draft
  const root = merkleRoot(
    draft.transactions.map(({ raw, signatures, execution }) =>
      merkleLeaf(raw, signatures, [encodeResult({ contractRet: execution.contractRet })]),
    ),
  )
  const witness = producer.address
  const parentId = Buffer.from(draft.parentId, 'hex')
  const version = BigInt(BLOCK_VERSION)
  const bytes = headerBytes({ timeMs, txTrieRoot: root, parentId, number, witness, version })
  const digest = hash('sha256', bytes)
  let signature = ''
  const block: Block = {
    ...draft,
    id: number.toString(16).padStart(16, '0') + digest.slice(16),
    txTrieRoot: toHex(root),
    witness,
    signature() {
      if (signature === '') signature = signHash(digest, producer.key)
      return signature
    },
  }
  for (const included of block.transactions) included.block = block
  return block
}
