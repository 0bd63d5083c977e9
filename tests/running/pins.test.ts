import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { checkNetwork, requirePins } from '../../src/server/startup/pins.ts'
import { isNetworkWrong } from '../../src/server/pauses/pauses.ts'
import { mainnet } from '../../src/tron/encoding/networks.ts'
import type { TronNodes } from '../../src/tron/quorum/nodes.ts'
import { fine, troubled } from '../../src/tron/node/trouble.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
beforeEach(async () => {
  await database.db.deleteFrom('installation_pins').execute()
})
afterAll(() => database.close())

const first = {
  part: 'worker' as const,
  production: true,
  usdtContract: mainnet.usdtContract,
  testGenesisId: null,
  depositXpub: 'xpub-one',
  rotatePins: [],
}
const start = (change: Partial<Parameters<typeof requirePins>[1]> = {}) =>
  requirePins(database.db, { ...first, ...change })

test('refuses another deposit key, token, or network, unless the operator allows it', async () => {
  await start()
  await start()
  await expect(start({ depositXpub: 'xpub-two' })).rejects.toThrow(
    'This database was started with another TRON_DEPOSIT_XPUB.',
  )
  const testnet = { usdtContract: null, testGenesisId: 'ab'.repeat(32) }
  await expect(start(testnet)).rejects.toThrow('ROTATE_PINS=genesis')
  const changed = { depositXpub: 'xpub-two', rotatePins: ['deposit_key' as const] }
  // The role of a web process has no right to change it.
  await expect(start({ ...changed, part: 'web' })).rejects.toThrow(
    'start the worker once with ROTATE_PINS=deposit_key.',
  )
  await start(changed)
  await start({ depositXpub: 'xpub-two' })
  await expect(start()).rejects.toThrow('ROTATE_PINS=deposit_key')
})

test('pins nothing in development', async () => {
  await start({ production: false })
  await start({ production: false, depositXpub: 'xpub-two' })
  const pins = database.db.selectFrom('installation_pins').selectAll()
  expect(await pins.execute()).toEqual([])
})

const log = pino({ level: 'silent' })
const check = (tron: Pick<TronNodes, 'genesisId' | 'check'>) =>
  checkNetwork({
    db: database.db,
    log,
    tron: tron as TronNodes,
    stopping: new AbortController().signal,
  })
const head = { number: 1, id: 'ab', parentId: '', timeMs: 0 }
const well = { check: () => Promise.resolve(fine({ final: head })) } as unknown as Pick<
  TronNodes,
  'check'
>

const right = () => Promise.resolve(fine(mainnet.genesisId))
const odd = () => Promise.resolve(troubled('disagreement', 'not a 6-decimal token'))
const away = () => Promise.resolve(troubled('timeout', 'no answer'))

test('pauses credits and payouts on another network or token', async () => {
  await start()
  await check({ ...well, genesisId: () => Promise.resolve(fine('cd'.repeat(32))) })
  expect(await isNetworkWrong(database.db)).toBe(true)
  expect(await check({ ...well, genesisId: right })).toBe(true)
  expect(await isNetworkWrong(database.db)).toBe(false)
  expect(await check({ check: odd, genesisId: right })).toBe(false)
  expect(await isNetworkWrong(database.db)).toBe(true)
  expect(await check({ check: away, genesisId: right })).toBe(false)
  expect(await isNetworkWrong(database.db)).toBe(true)
  await check({ ...well, genesisId: right })
  expect(await isNetworkWrong(database.db)).toBe(false)
})
