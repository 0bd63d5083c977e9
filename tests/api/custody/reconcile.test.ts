import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  checkAddresses,
  checkRound,
} from '../../../src/server/custody/reconciliation/check-addresses.ts'
import { readDifferences } from '../../../src/server/custody/queries.ts'
import { sortAnswers } from '../../../src/server/custody/reconciliation/sort-answers.ts'
import { readReconciliation } from '../../../src/server/custody/reconciliation/passes.ts'
import type { NodeHoldings } from '../../../src/tron/quorum/node-holdings.ts'
import { newPrivateKey } from '../../../src/tron/keys/secret-keys.ts'
import { addressOfKey } from '../../../src/tron/transaction/signature.ts'
import { addressFromEvm, type Address } from '../../../src/tron/encoding/address.ts'
import { openMoneyWorld, type MoneyWorld } from '../support/money-world.ts'
import { isLong } from '../../support/scale.ts'

// Rounds of reconciliation over thousands of addresses, with nodes that fail for some of them.

let world: MoneyWorld
beforeAll(async () => {
  world = await openMoneyWorld()
})
afterAll(() => world.close())

const key = newPrivateKey()
const context = () => world.edge.context
const thousands = Array.from({ length: isLong ? 3_000 : 600 }, () =>
  addressFromEvm(randomBytes(20)),
)

/** The chain, with a node that fails for certain requests. */
function withTrouble(
  change: (answer: NodeHoldings, asked: readonly Address[]) => NodeHoldings,
): Parameters<typeof checkAddresses>[0] {
  const { tron } = context()
  return {
    ...context(),
    tron: {
      ...tron,
      holdings: async (addresses, stakes) =>
        (await tron.holdings(addresses, stakes)).map((answer) => change(answer, addresses)),
    },
  }
}

const failing = (poison: ReadonlySet<string>) =>
  withTrouble((answer) => ({
    ...answer,
    held: answer.held.filter(({ address }) => !poison.has(address)),
    failed: answer.held
      .filter(({ address }) => poison.has(address))
      .map(({ address }) => ({ address, trouble: { kind: 'server_error', detail: '500' } })),
  }))

test('compares every address, and schedules a retry for failing ones', async () => {
  const { db } = context()
  const [first = '', second = ''] = thousands
  await sql`insert into deposit_addresses (member_no, address_index, address)
    select n + 1000, n + 1000, address
    from unnest(${thousands}::text[]) with ordinality u (address, n)`.execute(db)
  const member = await world.member('reconciled')
  await world.pay(member.address, 'USDT', '5')
  await world.settle()
  const poison = new Set([first, second])
  // Five rounds with a node that never answers about two of them.
  for (let round = 0; round < 5; round += 1) await checkAddresses(failing(poison))
  const { rows } = await sql<{ compared: number }>`
    select count(*)::int as compared from address_checks where state = 'agrees'`.execute(db)
  expect(rows[0]?.compared).toBe(thousands.length - 1)
  expect(await readDifferences(db)).toEqual([])
  expect(await readReconciliation(db)).toMatchObject({ differing: 0, queued: 0, unanswered: 2 })
  // The node works again, and the addresses are read when their retry is due.
  await sql`update reconciliation_retries set retry_at = now()`.execute(db)
  await checkAddresses(context())
  expect(await readReconciliation(db)).toMatchObject({ unanswered: 0 })
})

test.runIf(isLong)('continues a pass where it stopped, even after a node failed', async () => {
  const { db } = context()
  const everySoOften = { passEveryMs: 0, batch: 400 }
  // The node goes down after a thousand addresses, in each of three rounds.
  for (let round = 0; round < 3; round += 1) {
    let left = 1_000
    const cut = withTrouble((answer) => {
      const held = answer.held.slice(0, Math.max(0, left))
      left -= answer.held.length
      const trouble = held.length < answer.held.length ? rests : undefined
      return { ...answer, held, trouble }
    })
    await checkRound(cut, everySoOften)
  }
  const open = await db
    .selectFrom('reconciliation_passes')
    .selectAll()
    .where('finished_at', 'is', null)
    .executeTakeFirstOrThrow()
  expect(open.last_index).toBeGreaterThan(2_000)
  const before = (await readReconciliation(db)).finishedAt
  await checkRound(context(), everySoOften)
  const done = await readReconciliation(db)
  expect(done.finishedAt?.getTime()).toBeGreaterThan(before?.getTime() ?? 0)
})

const rests = { kind: 'rate_limited', detail: 'resting' } as const

test('compares each node with the ledger, never with another node', async () => {
  const { db } = context()
  const member = await world.member('twonodes')
  await world.pay(member.address, 'USDT', '7')
  await world.settle()
  // The second node reports balances of its own, older final block.
  const { tron } = context()
  const older = {
    ...context(),
    tron: {
      ...tron,
      holdings: async (addresses: readonly Address[], stakes?: 'stakes') => {
        const [newer] = await tron.holdings(addresses, stakes)
        if (!newer) return []
        const held = newer.held.map((each) =>
          each.address === member.address ? { ...each, usdt: 0n, fromBlock: 1, toBlock: 1 } : each,
        )
        return [newer, { ...newer, host: 'second', held }]
      },
    },
  }
  await checkAddresses(older)
  expect(await readDifferences(db)).toEqual([])
  const lying = withTrouble((answer) => ({
    ...answer,
    held: answer.held.map((each) =>
      each.address === member.address ? { ...each, usdt: 1n } : each,
    ),
  }))
  await sql`insert into reconciliation_queue (address) values (${member.address})`.execute(db)
  await checkAddresses(lying)
  expect(await readDifferences(db)).toMatchObject([{ address: member.address, chain_usdt: 1n }])
  await sql`insert into reconciliation_queue (address) values (${member.address})`.execute(db)
  await checkAddresses(context())
  expect(await readDifferences(db)).toEqual([])
})

test.runIf(isLong)('counts staked TRX as held', async () => {
  const { db } = context()
  const wallet = addressOfKey(newPrivateKey())
  await db.insertInto('own_wallets').values({ address: wallet, role: 'cold' }).execute()
  await world.pay(wallet, 'TRX', '1000')
  await world.settle()
  await world.switch('stake', { address: wallet, energy: 100_000, sun: 400_000_000 })
  await world.settle()
  const balances = await world.nodes().balances(wallet)
  expect(balances).toMatchObject({ ok: true, value: { trx: 600_000_000n } })
  await checkAddresses(context())
  const check = await db
    .selectFrom('address_checks')
    .select(['state', 'chain_trx', 'ledger_trx'])
    .where('address', '=', wallet)
    .executeTakeFirst()
  expect(check).toEqual({ state: 'agrees', chain_trx: 10n ** 9n, ledger_trx: 10n ** 9n })
})

/** A node's answer as of a block. */
const told = (host: string, toBlock: number): NodeHoldings => {
  const held = [{ address: addressOfKey(key), trx: 0n, usdt: 0n, fromBlock: toBlock, toBlock }]
  return { host, held, failed: [], trouble: undefined }
}

const sorted = (blocks: readonly number[], isLate: boolean) =>
  sortAnswers(
    blocks.map((block) => told(`at ${block}`, block)),
    100,
    isLate,
  )?.passed.map(({ host }) => host)

test('leaves out nodes that are ahead, unless most are, and first waits for those near', () => {
  expect(sorted([99, 100], false)).toEqual(['at 99', 'at 100'])
  // Near: it waits, and only then leaves the node out.
  expect(sorted([100, 101], false)).toBeUndefined()
  expect(sorted([100, 101], true)).toEqual(['at 100'])
  expect(sorted([100, 200], false)).toBeUndefined()
  expect(sorted([100, 201], false)).toEqual(['at 100'])
  // Most are ahead.
  expect(sorted([100, 201, 202], true)).toBeUndefined()
})
