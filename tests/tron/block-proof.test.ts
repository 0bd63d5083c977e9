import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { addressHex } from '../../src/tron/encoding/address.ts'
import { merkleRoot, proveHeader, proveTransactions } from '../../src/tron/block/block-proof.ts'
import { toHex } from '../../src/tron/encoding/hex.ts'
import { asJson, type Json } from '../../src/tron/encoding/json.ts'
import { readTransactions } from '../../src/tron/block/block-transactions.ts'
import { mainnet } from '../../src/tron/encoding/networks.ts'

const load = (name: string): Json =>
  asJson(JSON.parse(readFileSync(new URL(`fixtures/${name}.json`, import.meta.url), 'utf8')))

// A block of a private java-tron network, published in the tests of a Go client for TRON.
const raw =
  '0a0200a42208b0ef6ad98a02403e40b8e1e8d38f345a57083b12530a38747970652e676f6f676c65617069732e' +
  '636f6d2f70726f746f636f6c2e43616e63656c416c6c556e667265657a655632436f6e747261637412170a1541dc' +
  'f2957055e8fcde477a077ecfeddf5ab235754770a1899cbf8f34'
const signature =
  '755e1552868a1734c90c28dacb66e58f85eaa5fc2845593280e3b6ee1cf1b7af793cc378d8c3ad144542502270ab' +
  '852095665abfffdea306200a9942a67e161401'
const header = {
  timestamp: 1790865510000,
  txTrieRoot: 'c85f5050cb4a05c58222017f823191d5ae1ca07b7bd7f090f493a35c10f03491',
  parentHash: '00000000000000a4b0ef6ad98a02403ebb86833716c2350b6338a6ee79df2dfc',
  number: 165,
  witness_address: '417e5f4552091a69125d5dfcb7b8c2659029395bdf',
  version: 38,
}
const transaction = {
  txID: 'db8667ffea27109131fd5c113abcadd535c896590814a50dbf9eda253a8d19da',
  signature: [signature],
  ret: [{ contractRet: 'SUCCESS' }],
  raw_data_hex: raw,
}
const block = {
  blockID: '00000000000000a568a725352ccd7fbad4e65f56ed11d420a505c21f2230145d',
  block_header: {
    raw_data: header,
    witness_signature:
      '9a36b7a129a3a673d326e9cb5c6974a332cca68b4c1a5ab531327da89849239147d032ebfead62d75ceadb9d8' +
      '482eba53507392658bde4b8aea902ca543101cf00',
  },
  transactions: [transaction],
}

describe('the header of a real block', () => {
  test.each([
    ['block-header', load('block-header')],
    ['nowblock-header', load('nowblock-header')],
    ['a private network', block],
  ])('%s hashes to its id and is signed by its producer', (_name, answer) => {
    const proven = proveHeader(answer)
    const told = asJson(asJson(asJson(answer).block_header).raw_data).witness_address
    expect(proven?.witness).toBe(proven?.signer)
    expect(proven && addressHex(proven.witness)).toBe(told)
  })

  test.each([
    ['number', { number: 166 }],
    ['time', { timestamp: 1790865510001 }],
    ['root', { txTrieRoot: '00'.repeat(32) }],
    ['parent', { parentHash: '00'.repeat(32) }],
    ['producer', { witness_address: '41b2f713d57dbcec679d93a8849fa0cd0e4db594ba' }],
  ])('is refused with another %s', (_name, change) => {
    const other = { ...block.block_header, raw_data: { ...header, ...change } }
    expect(() => proveHeader({ ...block, block_header: other })).toThrow(/hash to its id/)
  })

  test('names the signer when it isn’t the producer', () => {
    const another = load('block-header')
    const { witness_signature: other } = asJson(another.block_header)
    const swapped = { ...block.block_header, witness_signature: other }
    const proven = proveHeader({ ...block, block_header: swapped })
    expect(proven?.signer).not.toBe(proven?.witness)
  })
})

describe('the transactions of a real block', () => {
  test('match its Merkle root', () => {
    expect(() => proveTransactions(block)).not.toThrow()
  })

  test('gives an empty block the root of nothing', () => {
    const empty = { ...header, txTrieRoot: '0'.repeat(64) }
    const answer = { ...block, block_header: { raw_data: empty }, transactions: [] }
    expect(() => proveTransactions(answer)).not.toThrow()
  })

  const lies: [string, Json[]][] = [
    ['one left out', []],
    ['one added', [transaction, transaction]],
    ['another outcome', [{ ...transaction, ret: [{ contractRet: 'REVERT' }] }]],
    ['no outcome', [{ ...transaction, ret: [] }]],
    ['another signature', [{ ...transaction, signature: [signature.replace('7', '8')] }]],
    ['other bytes', [{ ...transaction, raw_data_hex: raw.replace('b0ef', 'b0ee') }]],
  ]
  test.each(lies)('are refused with %s', (_name, transactions) => {
    expect(() => proveTransactions({ ...block, transactions })).toThrow(/do not match its root/)
  })

  test('are refused without bytes, or with an unknown outcome', () => {
    const bare = { ...transaction, raw_data_hex: undefined }
    expect(() => proveTransactions({ ...block, transactions: [bare] })).toThrow(/has no bytes/)
    const odd = { ...transaction, ret: [{ contractRet: 'WHIM' }] }
    expect(() => proveTransactions({ ...block, transactions: [odd] })).toThrow(/unknown outcome/)
  })
})

describe('the receipts of a real block', () => {
  const receipt = {
    id: transaction.txID,
    blockNumber: header.number,
    blockTimeStamp: header.timestamp,
    receipt: {},
  }
  const readWith = (change: Json) => () =>
    readTransactions(block, [{ ...receipt, ...change }], mainnet)

  test('are read with the time of the header', () => {
    expect(readWith({})().transactions).toMatchObject([{ txid: transaction.txID }])
  })

  test.each([
    ['an earlier time', header.timestamp - 1],
    ['a time of another year', 1_704_067_200_000],
    ['no time', undefined],
    ['a time that is no number', 'soon'],
  ])('are refused with %s', (_name, blockTimeStamp) => {
    expect(readWith({ blockTimeStamp })).toThrow(/another time than block 165/)
  })
})

const sha = (...parts: Uint8Array[]) => hash('sha256', Buffer.concat(parts), 'buffer')

test('moves the last leaf of an odd level up unchanged', () => {
  const [a, b, c] = [sha(Buffer.from('a')), sha(Buffer.from('b')), sha(Buffer.from('c'))]
  expect(toHex(merkleRoot([a, b, c]))).toBe(toHex(sha(sha(a, b), c)))
})
