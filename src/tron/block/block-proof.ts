import crypto from 'node:crypto'
import { addressBytes, addressFromNode, type Address } from '../encoding/address.ts'
import { fromHex, toHex } from '../encoding/hex.ts'
import { asJson, asList, asText, integerOr0, smallInteger, type Json } from '../encoding/json.ts'
import { joinBytes, writeFields } from '../encoding/protobuf.ts'
import { findSigner } from './producer-keys.ts'

// A block proves three things on its own: its id is the hash of its header, the header contains the
// Merkle root of its transactions, and its producer signed it. Source: java-tron's BlockCapsule and
// MerkleTree.

export type Header = {
  number: number
  id: string
  parentId: string
  timeMs: number
  txTrieRoot: string
}

/** The header is invalid, or two parts of the block contradict each other. */
export class BlockFault extends Error {
  override name = 'BlockFault'
}

// Early releases of Node 20 lack `hash`. There, only this fails, and not the whole verifier.
const sha256 = (bytes: Uint8Array): Uint8Array => crypto.hash('sha256', bytes, 'buffer')
const zeroHash = '0'.repeat(64)

/** Reads a block's header. Its id must contain its height. Undefined if there is none. */
export function readHeader(answer: unknown): Header | undefined {
  const block = asJson(answer)
  const raw = asJson(asJson(block.block_header).raw_data)
  const id = asText(block.blockID).toLowerCase()
  const number = smallInteger(raw.number)
  if (!/^[0-9a-f]{64}$/.test(id) || parseInt(id.slice(0, 16), 16) !== number) return undefined
  return {
    number,
    id,
    parentId: asText(raw.parentHash).toLowerCase(),
    timeMs: smallInteger(raw.timestamp),
    txTrieRoot: asText(raw.txTrieRoot).toLowerCase() || zeroHash,
  }
}

/** The producer a header names, and the address whose key signed it. */
export type Producer = { witness: Address; signer: Address }

/**
 * Checks that a header hashes to its block's id, and recovers its signer. Undefined for the first
 * block, which is unsigned. Throws BlockFault.
 */
export function proveHeader(answer: unknown): Producer | undefined {
  const block = asJson(answer)
  const header = asJson(block.block_header)
  const raw = asJson(header.raw_data)
  const number = smallInteger(raw.number)
  if (number === 0) return undefined
  const witness = addressFromNode(raw.witness_address)
  if (witness === undefined) throw new BlockFault(`block ${number} names no producer`)
  const bytes = encodeHeader(raw, witness)
  const digest = toHex(sha256(bytes))
  if (digest.slice(16) !== asText(block.blockID).toLowerCase().slice(16)) {
    throw new BlockFault(`the header of block ${number} does not hash to its id`)
  }
  const signature = fromHex(header.witness_signature)
  const signer = signature && findSigner(witness, bytes, digest, signature)
  if (signer === undefined) throw new BlockFault(`block ${number} has no valid signature`)
  return { witness, signer }
}

function encodeHeader(raw: Json, witness: Address): Uint8Array {
  return headerBytes({
    timeMs: smallInteger(raw.timestamp),
    txTrieRoot: bytesOf(raw.txTrieRoot),
    parentId: bytesOf(raw.parentHash),
    number: smallInteger(raw.number),
    witnessId: integerOr0(raw.witness_id),
    witness,
    version: integerOr0(raw.version),
    accountStateRoot: bytesOf(raw.accountStateRoot),
  })
}

const bytesOf = (hex: unknown): Uint8Array => fromHex(hex) ?? new Uint8Array()

type HeaderParts = {
  timeMs: number
  txTrieRoot: Uint8Array
  parentId: Uint8Array
  number: number
  witnessId?: bigint
  witness: Address
  version: bigint
  accountStateRoot?: Uint8Array
}

/** The bytes that are hashed and signed: `BlockHeader.raw` of TRON's Tron.proto. */
export const headerBytes = (parts: HeaderParts): Uint8Array =>
  writeFields([
    [1, BigInt(parts.timeMs)],
    [2, parts.txTrieRoot],
    [3, parts.parentId],
    [7, BigInt(parts.number)],
    [8, parts.witnessId ?? 0n],
    [9, addressBytes(parts.witness)],
    [10, parts.version],
    [11, parts.accountStateRoot ?? new Uint8Array()],
  ])

/**
 * Checks that a block contains exactly the transactions under its root: none missing, none added,
 * and each with the bytes, signatures, and outcome its producer signed. Throws BlockFault.
 */
export function proveTransactions(block: Json): void {
  const header = readHeader(block)
  if (header === undefined) throw new BlockFault('a block without header')
  const leaves = asList(block.transactions).map((entry) => leafOf(asJson(entry), header.number))
  if (toHex(merkleRoot(leaves)) !== header.txTrieRoot) {
    throw new BlockFault(`the transactions of block ${header.number} do not match its root`)
  }
}

function leafOf(transaction: Json, blockNumber: number): Uint8Array {
  const raw = fromHex(transaction.raw_data_hex)
  if (raw === undefined || raw.length === 0) {
    throw new BlockFault(`a transaction of block ${blockNumber} has no bytes`)
  }
  const signatures = asList(transaction.signature).map(bytesOf)
  return merkleLeaf(raw, signatures, asList(transaction.ret).map(asJson).map(encodeResult))
}

/** The hash of a whole transaction in a block. */
export const merkleLeaf = (
  raw: Uint8Array,
  signatures: readonly Uint8Array[],
  results: readonly Uint8Array[],
): Uint8Array =>
  sha256(
    joinBytes([
      writeFields([[1, raw], ...signatures.map((signature) => [2, signature] as const)]),
      ...results.map((result) => joinBytes([Uint8Array.of(0x2a, result.length), result])),
    ]),
  )

const contractRets = [
  'DEFAULT',
  'SUCCESS',
  'REVERT',
  'BAD_JUMP_DESTINATION',
  'OUT_OF_MEMORY',
  'PRECOMPILED_CONTRACT',
  'STACK_TOO_SMALL',
  'STACK_TOO_LARGE',
  'ILLEGAL_OPERATION',
  'STACK_OVERFLOW',
  'OUT_OF_ENERGY',
  'OUT_OF_TIME',
  'JVM_STACK_OVER_FLOW',
  'UNKNOWN',
  'TRANSFER_FAILED',
  'INVALID_CODE',
]

/** `Transaction.Result` in a block: `contractRet`, and a fee and code in old blocks. */
export function encodeResult(ret: Json): Uint8Array {
  const contractRet = asText(ret.contractRet) || 'DEFAULT'
  const index = contractRets.indexOf(contractRet)
  if (index < 0) throw new BlockFault(`unknown outcome: ${contractRet}`)
  const code = ret.ret === 'FAILED' ? 1n : 0n
  return writeFields([
    [1, integerOr0(ret.fee)],
    [2, code],
    [3, BigInt(index)],
  ])
}

/** Hashes pairs level by level. The last node of an odd level moves up unchanged. */
export function merkleRoot(leaves: readonly Uint8Array[]): Uint8Array {
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
