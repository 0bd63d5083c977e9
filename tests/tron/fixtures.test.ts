import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { readAnswer } from './read-answer.ts'
import type { Movement } from '../../src/tron/transaction/transfers.ts'

const folder = new URL('fixtures/', import.meta.url)
const load = (name: string): unknown => JSON.parse(readFileSync(new URL(name, folder), 'utf8'))

type Credit = { asset: string; log_index?: number; from: string; to: string; amount: string }
type Entry = { file: string; credits?: Credit[] | string }
const index = load('index.json') as Entry[]

const asCredit = (fact: Movement): Credit => ({
  asset: fact.asset,
  ...(fact.asset === 'USDT' ? { log_index: fact.index } : {}),
  from: fact.from,
  to: fact.to,
  amount: String(fact.amount),
})

const readingsOf = (file: string) => readAnswer(load(file))
const reasonsOf = (file: string) =>
  readingsOf(file).flatMap((reading) => reading.notCredited.map((why) => why.reason))

describe('real node answers', () => {
  test('lists every fixture in the index', () => {
    const files = readdirSync(folder).filter((name) => name.endsWith('.json'))
    const named = index.map((entry) => entry.file)
    expect(files.filter((name) => name !== 'index.json').toSorted()).toEqual(named.toSorted())
  })

  test.each(index.filter((entry) => Array.isArray(entry.credits)))(
    '$file credits exactly what the index says',
    ({ file, credits }) => {
      expect(
        readingsOf(file)
          .flatMap((reading) => reading.credits)
          .map(asCredit),
      ).toEqual(credits)
    },
  )

  test.each(index.filter((entry) => entry.credits === 'needs the body: not a contract call'))(
    '$file asks for the body',
    ({ file }) => {
      expect(readingsOf(file).flatMap((reading) => reading.credits)).toEqual([])
      expect(reasonsOf(file)).toEqual(['needs_body'])
    },
  )

  test.each(
    index.filter(
      ({ credits }) => typeof credits === 'string' && credits.startsWith('needs the receipt'),
    ),
  )('$file asks for the receipt', ({ file }) => {
    expect(readingsOf(file).flatMap((reading) => reading.credits)).toEqual([])
    expect(reasonsOf(file)).toEqual(['needs_receipt'])
  })

  test.each([
    ['trc10-transfer.v1item.json', ['trc10']],
    ['failed-out-of-energy.v1item.json', ['failed_on_chain']],
    ['createtransaction.json', ['not_on_chain']],
    ['triggersmartcontract-transfer.json', ['not_on_chain']],
    ['trc20-list.v1.json', ['needs_receipt', 'needs_receipt', 'needs_receipt']],
    ['txinfo-by-blocknum.json', ['needs_body', 'needs_body']],
    ['not-found.json', []],
    ['error-node-busy.json', []],
    ['account.json', []],
  ])('explains why %s credits nothing', (file, reasons) => {
    expect(reasonsOf(file)).toEqual(reasons)
    expect(readingsOf(file).flatMap((reading) => reading.credits)).toEqual([])
  })

  test('reads dust in and an activation out from an account page', () => {
    const credits = readingsOf('account-transactions-page1.v1.json').flatMap((page) => page.credits)
    expect(credits.map(({ asset, amount }) => `${amount} ${asset}`)).toEqual([
      '1 TRX',
      '150466320 TRX',
      '1 TRX',
    ])
    expect(reasonsOf('account-transactions-page1.v1.json')).toEqual(['trc10', 'needs_receipt'])
  })

  test('reads a swap’s other tokens and its contracts’ TRX', () => {
    const [reading] = readingsOf('dex-swap-multi-log.info.json')
    expect(reading?.notCredited.map((why) => why.reason)).toEqual(Array(6).fill('wrong_token'))
    expect(reading?.unattributed).toHaveLength(3)
    expect(reading?.unattributed.every((fact) => fact.kind === 'internal')).toBe(true)
    expect(reading?.credits[0]).toMatchObject({ blockNumber: 77641497, blockTimeMs: 1763586027000 })
  })

  test('credits nothing for lent energy', () => {
    const [reading] = readingsOf('contract-delegates-energy.info.json')
    expect([reading?.credits, reading?.unattributed]).toEqual([[], []])
  })
})
