import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkAddresses } from '../../src/server/custody/check-addresses.ts'
import { readCustody, readDifferences } from '../../src/server/custody/queries.ts'
import { rateE8 } from '../../src/domain/money.ts'
import { openMoneyWorld, type MoneyWorld } from './money-world.ts'

let world: MoneyWorld
beforeAll(async () => {
  world = await openMoneyWorld()
})
afterAll(() => world.close())

const RATE = rateE8(25_000_000n)

test('chain and ledger agree after deposits, and what nobody claimed is told apart', async () => {
  const { context } = world.edge
  const [ann, ben] = [await world.member('custodyann'), await world.member('custodyben')]
  await world.pay(ann.address, 'TRX', '40')
  await world.pay(ben.address, 'USDT', '7.5')
  await world.settle()
  const [waiting] = (await ann.get('transactions/unattributed/')).body.results
  await ann.post(`transactions/unattributed/${waiting.id}/accept/`)
  expect(await checkAddresses(context)).toBe(2)
  expect(await checkAddresses(context)).toBe(0)
  expect(await readDifferences(context.db)).toEqual([])
  const custody = await readCustody(context.db, RATE)
  expect(custody).toMatchObject({
    coins: [
      { coin: 'TRX', chain: 40_000_000n, ledger: 40_000_000n, unattributed: 0n },
      { coin: 'USDT', chain: 7_500_000n, ledger: 7_500_000n, unattributed: 7_500_000n },
    ],
    owedMicros: 9_800_000n,
    valueMicros: 17_500_000n,
    solvent: true,
    differing: 0,
  })
  expect(await readCustody(context.db, null)).toMatchObject({ valueMicros: null, solvent: null })
  expect(await readCustody(context.db, rateE8(1_000_000n))).toMatchObject({ solvent: false })
})

test('a payment that the watcher has not told of is a difference until it has', async () => {
  const { context } = world.edge
  const cid = await world.member('custodycid')
  await world.pay(cid.address, 'USDT', '3')
  await world.mine(19)
  expect(await checkAddresses(context)).toBe(1)
  expect(await readDifferences(context.db)).toEqual([])
  expect(await checkAddresses(context)).toBe(1)
  expect(await readDifferences(context.db)).toMatchObject([
    { address: cid.address, chain_usdt: 3_000_000n, ledger_usdt: 0n },
  ])
  await world.watch()
  expect(await checkAddresses(context)).toBe(1)
  expect(await readDifferences(context.db)).toEqual([])
})
