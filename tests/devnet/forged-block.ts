import { createHash } from 'node:crypto'
import { headerBytes } from '../../src/tron/block/block-proof.ts'
import { addressHex } from '../../src/tron/encoding/address.ts'
import { asJson, asText, type Json } from '../../src/tron/encoding/json.ts'
import { newPrivateKey } from '../../src/tron/keys/secret-keys.ts'
import { addressOfKey, signHash } from '../../src/tron/transaction/signature.ts'

const key = newPrivateKey()
const producer = addressOfKey(key)

const bytesOf = (value: unknown) => Buffer.from(asText(value), 'hex')

/** A block with valid proofs, by a producer that nobody voted for. */
export function forgeBlock(block: Json, changes: Json = {}): Json {
  const raw: Json = { ...asJson(asJson(block.block_header).raw_data), ...changes }
  const number = Number(raw.number ?? 0)
  const bytes = headerBytes({
    timeMs: Number(raw.timestamp),
    txTrieRoot: bytesOf(raw.txTrieRoot),
    parentId: bytesOf(raw.parentHash),
    number,
    witness: producer,
    version: BigInt(Number(raw.version ?? 0)),
  })
  const digest = createHash('sha256').update(bytes).digest('hex')
  return {
    ...block,
    blockID: number.toString(16).padStart(16, '0') + digest.slice(16),
    block_header: {
      raw_data: { ...raw, witness_address: addressHex(producer) },
      witness_signature: signHash(digest, key),
    },
  }
}
