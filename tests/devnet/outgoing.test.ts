import { afterAll, beforeAll, expect, test } from 'vitest'
import { requireAddress } from '../../src/tron/encoding/address.ts'
import { asJson } from '../../src/tron/encoding/json.ts'
import { connectNode, type NodeClient } from '../../src/tron/node/node-client.ts'
import { readOutgoing } from '../../src/tron/query/outgoing.ts'
import { fine } from '../../src/tron/node/trouble.ts'
import { openTestNetwork, valueOf, type TestNetwork } from './network.ts'

const payee = requireAddress('TL24LCps5FKwp3PoU1MvrYrwhi5LU1tHre')
let network: TestNetwork
let paid: string[]
beforeAll(async () => {
  network = await openTestNetwork()
  paid = []
  for (let at = 0; at < 3; at += 1) paid.push(await network.fund(payee, 'TRX', '1'))
  await network.mine(1)
})
afterAll(() => network.remove())

/** The real node, but that its list of transactions names these pages, one after the other. */
function withPages(fingerprints: readonly string[]): NodeClient {
  const client = connectNode({ url: network.url, ratePerSecond: 10_000 })
  let page = 0
  return {
    ...client,
    async get(path, { fingerprint: _ignored, ...query }) {
      const answer = await client.get(path, query)
      if (!answer.ok) return answer
      const fingerprint = fingerprints[page++]
      return fine({ ...asJson(answer.value), meta: fingerprint ? { fingerprint } : {} })
    },
  }
}

const outgoingOf = (client: NodeClient) =>
  readOutgoing(client, network.info, network.info.treasury, 0)

test('counts a page that comes twice once', async () => {
  const sent = valueOf(await outgoingOf(withPages(['second'])))
  const ids = sent.map(({ txid }) => txid).filter((txid) => paid.includes(txid))
  expect(ids.toSorted()).toEqual(paid.toSorted())
})

test('refuses a page that links to itself', async () => {
  expect(await outgoingOf(withPages(['same', 'same', 'same']))).toMatchObject({
    ok: false,
    trouble: { kind: 'malformed', detail: 'a page that leads to itself' },
  })
})
