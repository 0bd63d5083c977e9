import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventOf } from '../../../src/domain/ledger/event.ts'
import { depositAddress } from '../../../src/server/deposit/incoming/deposit-address.ts'
import { openDepositKeys } from '../../../src/tron/keys/deposit-keys.ts'
import { newPrivateKey } from '../../../src/tron/keys/secret-keys.ts'
import { addressOfKey } from '../../../src/tron/transaction/signature.ts'
import { refusedWith } from '../../db/refused-with.ts'
import { effectsOf } from '../../support/book-acts.ts'
import { until } from '../../support/poll.ts'
import { addMember } from '../support/members.ts'
import { openMoneyWorld, type MoneyWorld } from '../support/money-world.ts'

// A web process with a database role of its own shows addresses. Only the worker makes them.

let world: MoneyWorld
beforeAll(async () => {
  world = await openMoneyWorld({ PROCESS: 'web' })
})
afterAll(() => world.close())

const addressesOf = (member: number) =>
  world.edge.db
    .selectFrom('deposit_addresses')
    .selectAll()
    .where('member_no', '=', member)
    .execute()
const countAsked = async (): Promise<number> =>
  (await world.edge.db.selectFrom('deposit_address_requests').select('member_no').execute()).length

test('shows in the web process an address that the worker derived from our key', async () => {
  const { address, no } = await world.member('depositor')
  const [row] = await addressesOf(no)
  expect(row?.address).toBe(address)
  const keys = openDepositKeys(world.edge.context.config.depositXpub)
  expect(keys.addressAt(row?.address_index ?? 0)).toBe(address)
  await until('the request to be gone', async () => (await countAsked()) === 0)
})

test('notifies members when their first address is assigned', async () => {
  const { app, context } = world.edge
  const { access, no } = await addMember(world.edge, 'watcher')
  const base = await app.listen({ port: 0, host: '127.0.0.1' })
  const headers = { authorization: `Bearer ${access}` }
  const { body } = await fetch(`${base}/api/events/`, { headers })
  const told: string[] = []
  for await (const chunk of body?.pipeThrough(new TextDecoderStream()) ?? []) {
    told.push(chunk)
    if (chunk.includes('connected')) void depositAddress(context, no)
    if (chunk.includes('event: deposit\n')) break
  }
  expect(told.join('')).toContain('event: deposit\n')
  expect(await addressesOf(no)).toHaveLength(1)
})

test('credits nothing to an address that the web’s database role registers', async () => {
  const { pool } = world.edge.context
  const thief = await addMember(world.edge, 'thief')
  const own = addressOfKey(newPrivateKey())
  const row = `insert into deposit_addresses values (${thief.no}, 7, '${own}')`
  const known = `update deposit_addresses set address = '${own}'`
  expect(await refusedWith(pool, row)).toBe('42501')
  expect(await refusedWith(pool, known)).toBe('42501')
  await pool.query(row).catch(() => {})
  await world.pay(own, 'USDT', '10.2')
  await world.settle()
  const { body } = await world.edge.call('GET', '/api/accounts/me/', { token: thief.access })
  expect(body.wallet_balance).toBe('0.00')
  expect(await addressesOf(thief.no)).toEqual([])
})

test('assigns no address to a number without a member', async () => {
  const { context } = world.edge
  await expect(depositAddress(context, 999_999, 100)).rejects.toThrow(
    'still creating your deposit address',
  )
  await until('the request to be gone', async () => (await countAsked()) === 0)
  expect(await addressesOf(999_999)).toEqual([])
  // The same answer as while no worker runs. The next call finds what was made in between.
  const { no } = eventOf(await effectsOf(context.book, { kind: 'register', sponsor: 1 }), 'member')
  await expect(depositAddress(context, no, 0)).rejects.toThrow(
    'still creating your deposit address',
  )
  await until('an address', async () => (await addressesOf(no)).length === 1)
})
