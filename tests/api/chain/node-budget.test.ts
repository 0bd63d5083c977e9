import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTronNodes } from '../../../src/tron/quorum/nodes.ts'
import { until } from '../../support/poll.ts'
import { isLong } from '../../support/scale.ts'
import {
  requestDepositFor,
  openMoneyWorld,
  SOLID_AFTER,
  verify,
  type MoneyMember,
  type MoneyWorld,
} from '../support/money-world.ts'

// At a public gateway's pace. The devnet's own nodes allow thousands of requests a second, so
// nothing would ever queue.

let world: MoneyWorld
beforeAll(async () => {
  world = await openMoneyWorld()
})
afterAll(() => world.close())

/** The devnet's node at eight requests a second, also for the watcher. */
function slowDown() {
  const { url, info } = world.devnet
  const nodes = [{ url, ratePerSecond: 8 }]
  world.edge.context.tron = openTronNodes({ nodes, usdtContract: info.usdtContract })
  world.restartWatcher()
}

async function depositor(name: string): Promise<{ member: MoneyMember; id: string }> {
  const member = await world.member(name)
  const figures = { original_amount: '10', fee_amount: '0.2', crypto_amount: '10.2' }
  const { body } = await requestDepositFor(member, 'USDT', figures)
  return { member, id: body.request_id }
}

const anyHash = (): string => randomBytes(32).toString('hex')

/** Requests for a transaction by its hash since the last count. Only look-ups send them. */
async function lookUps(): Promise<number> {
  const { paths } = await world.switch('asked', {})
  const ofHashes = Object.entries(paths).filter(([path]) =>
    /gettransaction(\w*byid|frompending)$/i.test(path),
  )
  return ofHashes.reduce((sum, [, count]) => sum + count, 0)
}

const seenUpTo = async (): Promise<number> =>
  Number(
    (
      await world.edge.db
        .selectFrom('chain_cursors')
        .select('final_number')
        .executeTakeFirstOrThrow()
    ).final_number,
  )

test.runIf(isLong)('doesn’t let members’ hash look-ups delay the watcher', async () => {
  const members = await Promise.all(['floodone', 'floodtwo', 'floodthree'].map(depositor))
  await world.settle()
  slowDown()
  await world.watch()
  await world.mine(1)
  const before = await seenUpTo()
  let answered = 0
  const flood = members.flatMap(({ member, id }) =>
    Array.from({ length: 20 }, () =>
      verify(member, id, anyHash()).finally(() => void (answered += 1)),
    ),
  )
  const { context } = world.edge
  const waiting = (): number => context.tron.health()[0]?.waiting ?? 0
  await until('all of the flood at the nodes', () => answered + waiting() >= flood.length - 2)
  await lookUps()
  await world.watch()
  // The watcher's requests went first. In a single queue, all waiting ones would have gone before
  // them. We count instead of measuring time, because a busy machine is late as well.
  expect(await lookUps()).toBeLessThan(flood.length / 3)
  expect(await seenUpTo()).toBeGreaterThan(before)
  const answers = await Promise.all(flood)
  const statuses = answers.map(({ status }) => status)
  expect(new Set(statuses)).toEqual(new Set([404, 503]))
  for (const { status, code, headers } of answers) {
    if (status !== 503) continue
    expect([code, Number(headers['retry-after']) > 0]).toEqual(['chain_unavailable', true])
  }
})

const requests = async (): Promise<number> => {
  const { paths } = await world.switch('asked', {})
  return Object.values(paths).reduce((sum, count) => sum + count, 0)
}
const costOf = async (work: () => Promise<unknown>): Promise<number> => {
  await requests()
  await work()
  return requests()
}

describe('looks up a transaction with as few requests as possible', () => {
  beforeAll(async () => {
    world.edge.context.tron = world.nodes()
    await world.edge.context.tron.chainName()
  })

  test('sends two requests for an unknown hash, and none when repeated', async () => {
    const { member, id } = await depositor('asksunknown')
    const hash = anyHash()
    expect(await costOf(() => verify(member, id, hash))).toBe(2)
    expect(await costOf(() => verify(member, id, hash))).toBe(0)
  })

  test('sends the requests of one look-up when many members look up one hash', async () => {
    const askers = await Promise.all(['joinone', 'jointwo', 'jointhree'].map(depositor))
    const hash = anyHash()
    const cost = await costOf(() =>
      Promise.all(
        askers.flatMap(({ member, id }) =>
          Array.from({ length: 5 }, () => verify(member, id, hash)),
        ),
      ),
    )
    expect(cost).toBe(2)
  })

  test('sends a handful of requests for a pending payment and for a final one', async () => {
    const { member, id } = await depositor('askspaid')
    const txid = await world.pay(member.address, 'USDT', '10.2')
    await world.mine(1)
    const waiting = await costOf(() => verify(member, id, txid))
    await world.mine(SOLID_AFTER)
    const final = await costOf(() => verify(member, id, txid))
    expect(waiting).toBeLessThanOrEqual(7)
    expect(final).toBeLessThanOrEqual(5)
  })
})
