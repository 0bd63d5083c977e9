import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { openDevelopmentFunds } from '../../../src/server/payout/development-funds.ts'
import { mainnet } from '../../../src/tron/encoding/networks.ts'
import { newPrivateKey } from '../../../src/tron/keys/secret-keys.ts'
import { addressOfKey } from '../../../src/tron/transaction/signature.ts'
import { openMoneyWorld, type MoneyWorld } from '../support/money-world.ts'

let world: MoneyWorld
beforeAll(async () => {
  world = await openMoneyWorld()
})
afterAll(() => world.close())

const ok = <T>(value: T) => Promise.resolve({ ok: true as const, value })

const balances = () => ok({ trx: 0n, usdt: 0n })

/** Fills an empty wallet from a node at this address, and returns the paths that it was asked. */
async function fill(host: string, genesisId: string): Promise<string[]> {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    response.end('{"txid":"0"}')
  }).listen(0, host)
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const { context } = world.edge
  const config = {
    ...context.config,
    production: false,
    tronApiUrls: [`http://${host}:${(server.address() as AddressInfo).port}`],
  }
  const tron = { ...context.tron, balances, genesisId: () => ok(genesisId) }
  await openDevelopmentFunds({ ...context, config, tron }, addressOfKey(newPrivateKey()))?.refill()
  return asked
}

test('only the devnet of this machine fills the payout wallet', async () => {
  const own = '00'.repeat(32)
  expect(await fill('127.0.0.1', own)).toEqual(['/devnet/faucet'])
  // Stands for another machine.
  expect(await fill('127.0.0.2', own)).toEqual([])
  expect(await fill('127.0.0.1', mainnet.genesisId)).toEqual([])
})
