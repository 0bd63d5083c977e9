import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { api, type CallName } from '../../../src/contract/routes.ts'
import type { NodeOptions } from '../../../src/tron/node/node-client.ts'
import { openTronNodes, type TronNodes } from '../../../src/tron/quorum/nodes.ts'
import { newPrivateKey } from '../../../src/tron/keys/secret-keys.ts'
import { addressOfKey } from '../../../src/tron/transaction/signature.ts'
import { isLong, sample } from '../../support/scale.ts'
import { makers } from '../support/makers/call-makers.ts'
import {
  by,
  make,
  openStage,
  payee,
  send,
  type Made,
  type Maker,
  type Stage,
} from '../support/call-stage.ts'
import { requestDepositFor, openMoneyWorld, type MoneyWorld } from '../support/money-world.ts'

// A browser waits ten seconds. With a node that accepts connections and never answers, every call
// of the contract gives up after six. A busy machine adds a few seconds. Two such waits in a row
// take longer.

const mostMs = 11_500

let world: MoneyWorld
let stage: Stage
let silent: Server
beforeAll(async () => {
  world = await openMoneyWorld()
  stage = await openStage(world)
  world.edge.config.usdtPayouts = true
  const address = addressOfKey(newPrivateKey())
  await world.edge.db.insertInto('own_wallets').values({ address, role: 'payout' }).execute()
  silent = createServer(() => undefined)
  silent.listen(0, '127.0.0.1')
  await once(silent, 'listening')
})
afterAll(async () => {
  silent.closeAllConnections()
  silent.close()
  await world.close()
})

function silentNodes(options: Partial<NodeOptions> = {}, genesisId?: string) {
  const { port } = silent.address() as AddressInfo
  const { usdtContract } = world.devnet.info
  const url = `http://127.0.0.1:${port}`
  const network = genesisId === undefined ? {} : { genesisId }
  return openTronNodes({ nodes: [{ url, ...options }], usdtContract, ...network })
}

async function behind<T>(nodes: TronNodes, work: () => Promise<T>) {
  const { context } = world.edge
  const before = context.tron
  context.tron = nodes
  try {
    return await work()
  } finally {
    context.tron = before
  }
}

/** Nodes that fail at once, and whether they got any request. */
function countedNodes() {
  const count = { asked: 0 }
  const dead = silentNodes({ timeoutMs: 20, retries: 0, ratePerSecond: 1_000 })
  const nodes = new Proxy(dead, {
    get(target, name: keyof TronNodes) {
      if (name !== 'usdtContract' && name !== 'health') count.asked += 1
      return target[name]
    },
  })
  return { nodes, count }
}

const verifyUnknown: Maker = async () => {
  const member = await world.member(stage.name())
  const figures = { original_amount: '10', fee_amount: '0.2', crypto_amount: '10.2' }
  const { body } = await requestDepositFor(member, 'USDT', figures)
  return make('verifyDeposit', by(member), {
    params: { request_id: body.request_id },
    body: { transaction_hash: 'ab'.repeat(32) },
  })
}

const requestUsdt: Maker = async () =>
  make('requestWithdrawal', by((await payee(stage)).member), {
    body: { amount: 10, payment_method: 'usdt' },
  })

const termsOfPayee: Maker = async () =>
  make('getWithdrawalTerms', by((await payee(stage)).member), { query: { amount: 20 } })

const good = (name: CallName): Maker => makers[name] as Maker

/** Every call that needs a node, in a way that it does, with its answer without one. */
const askers: Partial<Record<CallName, [maker: Maker, status: number]>> = {
  verifyDeposit: [verifyUnknown, 503],
  requestWithdrawal: [requestUsdt, 503],
  getWithdrawalTerms: [termsOfPayee, 200],
  markWithdrawalSent: [good('markWithdrawalSent'), 503],
  getTrxWallet: [good('getTrxWallet'), 200],
  getUsdtWallet: [good('getUsdtWallet'), 200],
  requestDeposit: [good('requestDeposit'), 201],
  getReadinessChecklist: [good('getReadinessChecklist'), 200],
  recordReadinessItem: [good('recordReadinessItem'), 200],
}

/** All calls. Outside the long run, an eighth of them, and of those that need a node. */
const asked = sample(
  (Object.keys(api) as CallName[])
    .filter((name) => name !== 'streamEvents')
    .toSorted((a, b) => Number(b in askers) - Number(a in askers)),
  8,
)

test.runIf(isLong)('leaves no call that uses a node untested', async () => {
  const found: string[] = []
  for (const name of asked) {
    const made = await (askers[name]?.[0] ?? good(name))(stage)
    const { nodes, count } = countedNodes()
    await behind(nodes, () => send(stage, made))
    if (count.asked > 0) found.push(name)
  }
  expect(found.toSorted()).toEqual(asked.filter((name) => name in askers).toSorted())
})

test('answers each call in time', async () => {
  const entries = sample(Object.entries(askers), 2)
  const made: { name: string; status: number; request: Made }[] = []
  for (const [name, [maker, status]] of entries) {
    made.push({ name, status, request: await maker(stage) })
  }
  const answers = await behind(silentNodes(), () =>
    Promise.all(
      made.map(async ({ name, status, request }) => {
        const startMs = performance.now()
        const answer = await send(stage, request)
        const ms = Math.round(performance.now() - startMs)
        return { name, ms, status, answer }
      }),
    ),
  )
  for (const { name, ms, status, answer } of answers) {
    expect([name, answer.status]).toEqual([name, status])
    expect([name, ms < mostMs]).toEqual([name, true])
    if (status !== 503) continue
    expect([name, answer.problem.code]).toEqual([name, 'chain_unavailable'])
    expect([name, Number(answer.headers['retry-after']) > 0]).toEqual([name, true])
  }
})

test('doesn’t wait for nodes to name a configured network', async () => {
  let asked = 0
  const count = () => void (asked += 1)
  silent.on('request', count)
  const nodes = silentNodes({}, world.devnet.info.genesisId)
  const names = [
    'getTrxWallet',
    'getUsdtWallet',
    'requestDeposit',
    'getReadinessChecklist',
    'recordReadinessItem',
  ] as const
  for (const name of names) {
    const made = await good(name)(stage)
    const { status } = await behind(nodes, () => send(stage, made))
    expect([name, status]).toEqual([name, askers[name]?.[1]])
  }
  silent.off('request', count)
  expect(asked).toBe(0)
})
