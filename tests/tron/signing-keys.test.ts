import { hash } from 'node:crypto'
import { expect, test } from 'vitest'
import { headerBytes } from '../../src/tron/block/block-proof.ts'
import { readHead } from '../../src/tron/block/block-reads.ts'
import { addressHex } from '../../src/tron/encoding/address.ts'
import type { NodeClient } from '../../src/tron/node/node-client.ts'
import { newPrivateKey } from '../../src/tron/keys/secret-keys.ts'
import { addressOfKey, signHash } from '../../src/tron/transaction/signature.ts'

const signingKey = newPrivateKey()
const signer = addressOfKey(signingKey)
const newProducer = () => addressOfKey(newPrivateKey())

/** A newest block that names a producer, but is signed by another key. */
function headOf(producer: ReturnType<typeof newProducer>) {
  const [number, timeMs] = [7, Date.now()]
  const [txTrieRoot, parentHash] = ['ab'.repeat(32), `${'0'.repeat(15)}6${'cd'.repeat(24)}`]
  const bytes = headerBytes({
    timeMs,
    txTrieRoot: Buffer.from(txTrieRoot, 'hex'),
    parentId: Buffer.from(parentHash, 'hex'),
    number,
    witness: producer,
    version: 30n,
  })
  const digest = hash('sha256', bytes)
  const raw = { timestamp: timeMs, txTrieRoot, parentHash, number, version: 30 }
  return {
    blockID: number.toString(16).padStart(16, '0') + digest.slice(16),
    block_header: {
      raw_data: { ...raw, witness_address: addressHex(producer) },
      witness_signature: signHash(digest, signingKey),
    },
  }
}

test('remembers the signing keys of a few hundred producers, whatever a node names', async () => {
  let producer = newProducer()
  let asked = 0
  const client: NodeClient = {
    url: 'http://node',
    get: () => Promise.reject(new Error('not used')),
    async post(path) {
      if (path.endsWith('getblock')) return { ok: true, value: headOf(producer) }
      asked++
      const value = { witness_permission: { keys: [{ address: addressHex(signer), weight: 1 }] } }
      return { ok: true, value }
    },
  }
  const read = async () => expect((await readHead(client, 'wallet')).ok).toBe(true)
  const first = producer
  await read()
  await read()
  expect(asked).toBe(1)
  for (let i = 0; i < 200; i++) {
    producer = newProducer()
    await read()
  }
  expect(asked).toBe(201)
  producer = first
  await read()
  expect(asked).toBe(202)
})
