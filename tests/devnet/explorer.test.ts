import { afterEach, beforeEach, expect, test } from 'vitest'
import { openTestNetwork, type TestNetwork } from './network.ts'

const address = 'TL24LCps5FKwp3PoU1MvrYrwhi5LU1tHre'
let network: TestNetwork

beforeEach(async () => {
  network = await openTestNetwork()
})
afterEach(() => network.remove())

const open = async (path: string) => {
  const response = await fetch(network.url + path)
  return {
    status: response.status,
    at: new URL(response.url).pathname,
    text: await response.text(),
  }
}

const press = (path: string, fields: Record<string, string>) =>
  fetch(network.url + path, {
    method: 'POST',
    body: new URLSearchParams(fields),
    redirect: 'manual',
  })

test('pays from the faucet form, and shows the payment until it is final', async () => {
  const paid = await press('/faucet', { address, asset: 'USDT', amount: '12.5' })
  expect([paid.status, paid.headers.get('location')]).toEqual([303, `/address/${address}`])
  const [, txid = ''] = /\/tx\/([0-9a-f]{64})/.exec((await open('/')).text) ?? []
  expect((await open(`/tx/${txid}`)).text).toContain('Waiting for the next block')
  expect((await press('/mine', { blocks: '19' })).status).toBe(303)
  const transaction = await open(`/tx/${txid}`)
  expect(transaction.text).toContain('12.5 USDT')
  expect(transaction.text).toContain('Final, 19')
  await network.ask('mine', { blocks: 100 })
  expect((await open('/')).text).toContain(txid)
  const account = await open(`/address/${address}`)
  expect(account.text).toMatch(/<th scope="row">USDT<\/th>\s*<td>12\.5<\/td>/)
  expect(account.text).toContain(txid)
})

test('finds transactions, addresses, and blocks, and reports missing ones', async () => {
  const txid = await network.fund(address, 'TRX', '3')
  await network.mine(1)
  const { head } = await network.ask('mine', { blocks: 1 })
  expect((await open(`/search?for=0x${txid}`)).at).toBe(`/tx/${txid}`)
  expect((await open(`/search?for=${address}`)).at).toBe(`/address/${address}`)
  expect((await open(`/search?for=${head}`)).text).toContain(`Block ${head}`)
  for (const path of ['/search?for=nothing', '/tx/00', '/block/999999', '/address/T1', '/else']) {
    expect([path, (await open(path)).status]).toEqual([path, 404])
  }
})

test('escapes search text', async () => {
  const { text } = await open(`/address/${encodeURIComponent('<script>alert(1)</script>')}`)
  expect(text).not.toContain('<script>')
  const refused = await press('/faucet', { address: '"><b>', asset: 'TRX', amount: '1' })
  expect(refused.status).toBe(400)
})
