import { readFileSync } from 'node:fs'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readAnswer } from './read-answer.ts'
import { mainnet } from '../../src/tron/encoding/networks.ts'
import { asInteger, asJson, parseJson, type Json } from '../../src/tron/encoding/json.ts'
import { toHex } from '../../src/tron/encoding/hex.ts'
import { writeFields } from '../../src/tron/encoding/protobuf.ts'
import { transactionId } from '../../src/tron/transaction/transaction.ts'
import { readTransfers } from '../../src/tron/transaction/transfers.ts'

const load = (name: string): Json =>
  asJson(JSON.parse(readFileSync(new URL(`fixtures/${name}`, import.meta.url), 'utf8')))

const usdt = {
  body: load('usdt-transfer-new-holder.v1item.json'),
  receipt: load('usdt-transfer-new-holder.info.json'),
}
const trx = {
  body: load('trx-transfer-activating.tx.json'),
  receipt: load('trx-transfer-activating.info.json'),
}
const read = (answers: { body?: Json; receipt?: Json }) => readTransfers(answers, mainnet)
const reasons = (answers: { body?: Json; receipt?: Json }) => {
  const reading = read(answers)
  expect(reading.credits).toEqual([])
  return reading.notCredited.map(({ reason }) => reason)
}
const logOf = (receipt: Json): Json => asJson((receipt.log as Json[])[0])
const withLog = (change: Json): Json => ({
  ...usdt.receipt,
  log: [{ ...logOf(usdt.receipt), ...change }],
})

describe('reading a transfer from body and receipt', () => {
  test('reads USDT from the log', () => {
    expect(read(usdt).credits).toMatchObject([
      { asset: 'USDT', amount: 41_677_389n, index: 0, blockNumber: 69316562 },
    ])
  })

  test('reads TRX from the body, at the receipt’s block', () => {
    expect(read(trx).credits).toEqual([
      {
        txid: '5a9935a1b7be0150a511111582bbfed62ddb873333b3986bd712e6105fe90ad5',
        asset: 'TRX',
        kind: 'transfer',
        from: 'TEB39Rt69QkgD1BKhqaRNqGxfQzCarkRCb',
        to: 'TFanVGmnjKqFRd8dVQAccZE2t42Vu4rv51',
        amount: 25_000_000n,
        index: 0,
        blockNumber: 75772270,
        blockTimeMs: 1757976723000,
      },
    ])
  })

  test('with visible addresses, prefixes, or upper case; without data there is no amount', () => {
    const visible = withLog({ address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' })
    const prefixed = withLog({ address: '0xA614F803B6FD780986A42C78EC9C7F77E6DED13C' })
    const long = withLog({ address: '41a614f803b6fd780986a42c78ec9c7f77e6ded13c' })
    for (const receipt of [visible, prefixed, long]) {
      expect(read({ receipt }).credits).toMatchObject([{ amount: 41_677_389n }])
    }
    const { data: _data, ...bare } = logOf(usdt.receipt)
    expect(reasons({ receipt: { ...usdt.receipt, log: [bare] } })).toEqual(['unreadable'])
  })

  test('trusts a body without raw_data_hex only if its JSON gives the id', () => {
    const { raw_data_hex: _hex, ...cut } = trx.body
    expect(read({ body: cut }).credits).toMatchObject([{ amount: 25_000_000n }])
    const text = JSON.stringify(cut).replace('25000000', '99000000')
    expect(reasons({ body: asJson(JSON.parse(text)) })).toEqual(['unreadable'])
  })
})

/** A body of the given raw bytes, with the id that they have. */
const bodyOf = (raw: Uint8Array): Json => ({
  txID: transactionId(raw),
  raw_data_hex: toHex(raw),
  ret: [{ contractRet: 'SUCCESS' }],
})

describe('credits USDT by its log in any kind of transaction', () => {
  const typeUrl = new TextEncoder().encode('type.googleapis.com/protocol.CreateSmartContract')
  const contract = writeFields([
    [1, 30n],
    [2, writeFields([[1, typeUrl]])],
  ])

  test.each([
    ['a contract that pays while it is created', writeFields([[11, contract]])],
    ['bytes that nobody here can decode', Uint8Array.of(0x0b, 0x0c)],
  ])('%s', (_what, raw) => {
    const body = bodyOf(raw)
    const receipt = { ...usdt.receipt, id: body.txID }
    expect(reasons({ body })).toEqual(['needs_receipt'])
    expect(read({ body, receipt }).credits).toMatchObject([{ amount: 41_677_389n }])
    expect(reasons({ body, receipt: { ...receipt, result: 'FAILED' } })).toEqual([
      'failed_on_chain',
    ])
  })
})

describe('nothing is credited', () => {
  test('for a failed call with correct call data, however nodes report it', () => {
    const failed = { ...usdt.receipt, result: 'FAILED' }
    const reverted = { ...usdt.receipt, receipt: { result: 'REVERT' } }
    const unheardOf = { ...usdt.receipt, receipt: { result: 'SOME_NEW_FAILURE' } }
    for (const receipt of [failed, reverted, unheardOf]) {
      expect(reasons({ body: usdt.body, receipt })).toEqual(['failed_on_chain'])
      expect(reasons({ receipt })).toEqual(['failed_on_chain'])
    }
    for (const ret of [{ contractRet: 'OUT_OF_ENERGY' }, { ret: 'FAILED' }, { contractRet: '' }]) {
      expect(reasons({ ...usdt, body: { ...usdt.body, ret: [ret] } })).toEqual(['failed_on_chain'])
      expect(reasons({ body: { ...trx.body, ret: [ret] } })).toEqual(['failed_on_chain'])
    }
  })

  test('for another contract, whatever it calls itself', () => {
    const receipt = withLog({ address: 'a614f803b6fd780986a42c78ec9c7f77e6ded13d' })
    expect(reasons({ receipt })).toEqual(['wrong_token'])
  })

  test('for logs that are no Transfer of two parties and an amount', () => {
    const topics = logOf(usdt.receipt).topics as string[]
    expect(reasons({ receipt: withLog({ topics: topics.slice(0, 2) }) })).toEqual([])
    expect(reasons({ receipt: withLog({ topics: ['00', ...topics.slice(1)] }) })).toEqual([])
    expect(reasons({ receipt: withLog({ topics: [...topics, topics[1]] }) })).toEqual([
      'unreadable',
    ])
    expect(reasons({ receipt: withLog({ data: '00' }) })).toEqual(['unreadable'])
    expect(reasons({ receipt: withLog({ data: '0'.repeat(64) }) })).toEqual(['zero_amount'])
    const absurd = '8'.padStart(48, '0').padEnd(64, '0')
    expect(reasons({ receipt: withLog({ data: absurd }) })).toEqual(['absurd_amount'])
    const toSelf = withLog({ topics: [topics[0], topics[1], topics[1]] })
    expect(reasons({ receipt: toSelf })).toEqual(['self_transfer'])
  })

  test('when body and receipt are of two transactions, or bytes are not of the id', () => {
    expect(reasons({ body: trx.body, receipt: usdt.receipt })).toEqual(['id_mismatch'])
    expect(reasons({ body: { ...trx.body, txID: 'ab'.repeat(32) } })).toEqual(['id_mismatch'])
    expect(reasons({ body: { ...trx.body, txID: undefined } })).toEqual(['unreadable'])
  })

  test('when the JSON beside the bytes says more than the bytes', () => {
    const text = JSON.stringify(trx.body).replace('"amount":25000000', '"amount":9925000000')
    expect(read({ body: asJson(JSON.parse(text)) }).credits).toMatchObject([
      { amount: 25_000_000n },
    ])
  })

  test('without an outcome', () => {
    const { ret: _ret, ...pending } = trx.body
    expect(reasons({ body: pending })).toEqual(['not_on_chain'])
    expect(reasons({ body: { ...pending, blockNumber: 7 } })).toEqual(['needs_receipt'])
    expect(read({ body: pending, receipt: trx.receipt }).credits).toHaveLength(1)
  })
})

const dispensing = (change: Json): Json => ({
  ...usdt.receipt,
  log: [],
  internal_transactions: [
    {
      hash: 'ab',
      caller_address: '416e3b44b96104b26f84057974a1f0c9880f7c9b13',
      transferTo_address: '41ec20315a879c48f5e3a6a1c9826d5225f8b658b8',
      callValueInfo: [{ callValue: 5 }],
      note: '63616c6c',
      ...change,
    },
  ],
})

describe('TRX sent by contracts', () => {
  test('is found, and never credited automatically', () => {
    const reading = read({ receipt: dispensing({}) })
    expect(reading.credits).toEqual([])
    expect(reading.unattributed).toMatchObject([{ kind: 'internal', amount: 5n, asset: 'TRX' }])
  })

  test.each([
    { rejected: true },
    { callValueInfo: [{}] },
    { callValueInfo: [{ callValue: 5, tokenId: '1000001' }] },
    { callValueInfo: [{ callValue: -5 }] },
    { callValueInfo: [{ callValue: '9'.repeat(78) }] },
    { callValueInfo: [{ callValue: '9223372036854775807' }, { callValue: 1 }] },
    { callValueInfo: [{ callValue: '1000000000000001' }] },
    { note: undefined },
    { note: '' },
    { note: 'delegateResourceOfEnergy' },
    { note: toHex(new TextEncoder().encode('unDelegateResourceOfBandwidth')) },
    { note: toHex(new TextEncoder().encode('freezeBalanceV2ForEnergy')) },
    { note: toHex(new TextEncoder().encode('callToken')) },
  ])('is nothing when %j', (change) => {
    expect(read({ receipt: dispensing(change) }).unattributed).toEqual([])
  })

  test.each(['call', 'create', 'suicide'])('moves with the note %s, as text or as hex', (note) => {
    const hex = toHex(new TextEncoder().encode(note))
    for (const written of [note, hex, hex.toUpperCase()]) {
      const reading = read({ receipt: dispensing({ note: written }) })
      expect(reading.unattributed).toMatchObject([{ amount: 5n }])
    }
  })
})

const numberOf = (text: string) => asInteger(asJson(parseJson(`{"n":${text}}`)).n)

describe('for any input', () => {
  test('keeps digits beyond 2^53', () => {
    expect(parseJson('{"amount":9223372036854775807,"x":[-9007199254740993],"y":"1e3"}')).toEqual({
      amount: 9223372036854775807n,
      x: [-9007199254740993n],
      y: '1e3',
    })
  })

  test('reads no number beyond 64 bits', () => {
    expect(numberOf('9223372036854775807')).toBe(2n ** 63n - 1n)
    expect(numberOf('-9223372036854775808')).toBe(-(2n ** 63n))
    for (const text of ['9223372036854775808', '-9223372036854775809', '9'.repeat(78)]) {
      expect(numberOf(text)).toBeUndefined()
      expect(numberOf(`"${text}"`)).toBeUndefined()
    }
  })

  test('never throws and never invents a credit', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (answer) => {
        expect(readAnswer(answer).flatMap(({ credits }) => credits)).toEqual([])
      }),
      { numRuns: 500 },
    )
  })

  test('credits nothing for any changed byte of raw data', () => {
    const hex = String(trx.body.raw_data_hex)
    fc.assert(
      fc.property(fc.nat(hex.length - 1), fc.constantFrom(...'0123456789abcdefg'), (at, digit) => {
        fc.pre(hex[at] !== digit)
        const raw_data_hex = hex.slice(0, at) + digit + hex.slice(at + 1)
        expect(read({ body: { ...trx.body, raw_data_hex } }).credits).toEqual([])
      }),
      { numRuns: 300 },
    )
  })
})
