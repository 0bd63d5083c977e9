import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readDevnetInfo } from './info.ts'
import { startDevnet, type Devnet } from '../../src/devnet/devnet.ts'
import { addressHex, evmBytes, type Address } from '../../src/tron/encoding/address.ts'
import { READER_CODE } from '../../src/tron/query/balance-reader.ts'
import { toHex } from '../../src/tron/encoding/hex.ts'
import { openTronNodes } from '../../src/tron/quorum/nodes.ts'
import { newPrivateKey } from '../../src/tron/keys/secret-keys.ts'
import { addressOfKey } from '../../src/tron/transaction/signature.ts'

// The balances of many addresses, from one node that may fail for some of them.

let devnet: Devnet
let proxy: Server
let proxyUrl = ''
let dataDir = ''
/** How the node in between changes a request: a status to answer with, or nothing. */
let refuses: (path: string, body: string) => number | undefined = () => undefined
/** Makes the reader report a block ahead of the final head. */
let ahead = false
const asked: { path: string; bytes: number }[] = []
const addresses: Address[] = Array.from({ length: 40 }, () => addressOfKey(newPrivateKey()))

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'twofold-holdings-'))
  devnet = await startDevnet({ port: 0, host: '127.0.0.1', dataDir, blockMs: 0 })
  for (const [at, address] of addresses.entries()) {
    await post('faucet', { address, asset: at % 2 === 0 ? 'TRX' : 'USDT', amount: `${at + 1}` })
  }
  await post('mine', { blocks: 25 })
  proxy = createServer((request, response) => {
    void (async () => {
      const parts: Buffer[] = []
      for await (const part of request) parts.push(part as Buffer)
      const body = Buffer.concat(parts).toString()
      const path = request.url ?? ''
      asked.push({ path, bytes: body.length })
      const status = refuses(path, body)
      const answer = status ? null : await fetch(devnet.url + path, { method: 'POST', body })
      const text = (await answer?.text()) ?? '{}'
      response.writeHead(status ?? 200, { 'content-type': 'application/json' })
      response.end(
        ahead ? text.replace(/("constant_result":\["0{60})0(?=[0-9a-f]{100})/, '$11') : text,
      )
    })()
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  proxyUrl = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
})
afterAll(async () => {
  proxy.close()
  await devnet.stop()
  await rm(dataDir, { recursive: true, force: true })
})

async function post(name: string, body: object): Promise<void> {
  const answer = await fetch(`${devnet.url}/devnet/${name}`, {
    method: 'POST',
    body: JSON.stringify(body),
  })
  expect(answer.ok).toBe(true)
}

function read(reader: Address | null, batch = 40) {
  const { usdtContract } = devnet.info
  const nodes = [{ url: proxyUrl, ratePerSecond: 10_000, retries: 0, pauseMs: 10 }]
  const holdings = { reader, batch, perSecond: 10_000 }
  return openTronNodes({ nodes, usdtContract, holdings }).holdings(addresses)
}

const expected = addresses.map((address, at) => {
  const amount = BigInt(at + 1) * 1_000_000n
  return { address, trx: at % 2 === 0 ? amount : 0n, usdt: at % 2 === 0 ? 0n : amount }
})

const bySize = (path: string) =>
  asked.filter((each) => each.path.endsWith(path)).map(({ bytes }) => bytes)

test('reads all balances in one call, or one by one without a reader', async () => {
  refuses = () => undefined
  asked.length = 0
  const [byReader] = await read(devnet.info.balanceReader)
  expect(byReader).toMatchObject({ held: expected, failed: [], trouble: undefined })
  const { solid } = await readDevnetInfo(devnet.url)
  expect(byReader?.held[0]).toMatchObject({ fromBlock: solid, toBlock: solid })
  // The first call is a trial: it shows whether the reported block is in the node's final view.
  expect(bySize('triggerconstantcontract')).toHaveLength(2)
  // It isn't our code at that address, so we don't call it.
  for (const reader of [null, devnet.info.usdtContract]) {
    asked.length = 0
    expect((await read(reader))[0]).toMatchObject({ held: expected, failed: [] })
    expect(bySize('getaccount')).toHaveLength(addresses.length)
  }
})

test('finds a failing address by halving, and reads the others', async () => {
  const poison = addresses[13] as Address
  refuses = (_path, body) => (body.includes(toHex(evmBytes(poison))) ? 500 : undefined)
  asked.length = 0
  const [answer] = await read(devnet.info.balanceReader)
  expect(answer?.failed).toMatchObject([{ address: poison, trouble: { kind: 'server_error' } }])
  expect(answer?.held).toHaveLength(addresses.length - 1)
  expect(new Set(answer?.held.map(({ address }) => address)).has(poison)).toBe(false)
  // Twice the depth of the halving, plus the call that shows that the node works.
  expect(bySize('triggerconstantcontract').length).toBeLessThan(16)
  refuses = (_path, body) => (body.includes(addressHex(poison)) ? 500 : undefined)
  expect((await read(null))[0]).toMatchObject({ failed: [{ address: poison }], trouble: undefined })
})

test('shrinks calls that are too large for a node', async () => {
  const limit = 64 * 12 + 300
  refuses = (_path, body) => (body.length > limit ? 500 : undefined)
  asked.length = 0
  const { usdtContract, balanceReader } = devnet.info
  const nodes = [{ url: proxyUrl, ratePerSecond: 10_000, retries: 0, pauseMs: 10 }]
  const holdings = { reader: balanceReader, batch: 40, perSecond: 10_000 }
  const tron = openTronNodes({ nodes, usdtContract, holdings })
  const [first] = await tron.holdings(addresses)
  expect(first).toMatchObject({ failed: [], trouble: undefined })
  expect(new Set(first?.held.map(({ address }) => address)).size).toBe(addresses.length)
  await tron.holdings(addresses)
  asked.length = 0
  await tron.holdings(addresses)
  expect(Math.max(...bySize('triggerconstantcontract'))).toBeLessThanOrEqual(limit)
})

test('blames no address when a node is down', async () => {
  for (const status of [429, 500, 503, 401]) {
    refuses = (path) => (path.includes('solidity') ? status : undefined)
    for (const reader of [devnet.info.balanceReader, null]) {
      const [answer] = await read(reader)
      expect([status, answer?.failed]).toEqual([status, []])
      expect(answer?.trouble).toBeDefined()
    }
  }
})

test('ignores a reader at another block than the final head', async () => {
  refuses = () => undefined
  asked.length = 0
  ahead = true
  expect((await read(devnet.info.balanceReader))[0]).toMatchObject({ held: expected })
  ahead = false
  expect(bySize('getaccount')).toHaveLength(addresses.length)
})

test('returns the reader’s code on the devnet', async () => {
  const answer = await fetch(`${devnet.url}/wallet/getcontractinfo`, {
    method: 'POST',
    body: JSON.stringify({ value: addressHex(devnet.info.balanceReader) }),
  })
  expect(await answer.json()).toMatchObject({ runtimecode: READER_CODE })
})
