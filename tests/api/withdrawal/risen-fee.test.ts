import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newPrivateKey } from '../../../src/tron/keys/secret-keys.ts'
import { addressOfKey } from '../../../src/tron/transaction/signature.ts'
import { fundMember } from '../support/members.ts'
import { openMoneyWorld, type MoneyWorld } from '../support/money-world.ts'

// A member who agreed to one network fee isn't charged a much higher one.

let world: MoneyWorld
beforeAll(async () => {
  world = await openMoneyWorld({ USDT_PAYOUTS: 'on' })
  await world.stopRates()
  const { treasury } = world.devnet.info
  const wallet = { address: treasury, role: 'payout' as const }
  await world.edge.db.insertInto('own_wallets').values(wallet).execute()
})
afterAll(() => world.close())

async function payee(name: string) {
  const member = await world.member(name)
  await fundMember(world.edge, member.no, 50)
  await world.edge.db
    .updateTable('identities')
    .set({ wallet_address: addressOfKey(newPrivateKey()), hold_until: null })
    .where('member_no', '=', member.no)
    .execute()
  return member
}

/** Moves the price of TRX, and so the price of energy in dollars. */
const movePrice = (factor: number) =>
  sql`update live_rates set rate_e8 = (rate_e8 * ${factor}::float8)::bigint, as_of = now()`.execute(
    world.edge.db,
  )

test('refuses a network fee that has risen since the member saw it', async () => {
  const member = await payee('surprised')
  const terms = async () =>
    (await member.get('rewards/withdrawals/terms/?amount=10')).body.usdt_network_fee ?? ''
  const shown = await terms()
  await movePrice(2)
  const ask = (network_fee?: string) =>
    member.post('rewards/withdrawals/', { amount: 10, payment_method: 'usdt', network_fee })
  const refused = await ask(shown)
  expect([refused.status, refused.code]).toEqual([400, 'figures_differ'])
  expect(refused.problem.errors?.network_fee?.[0]).toContain(`now $${await terms()}, not $${shown}`)
  expect(await member.balance()).toBe('50.00')
  expect((await ask(await terms())).status).toBe(201)
  // Without it, the client accepts whatever it costs.
  expect((await ask()).status).toBe(201)
})

test('charges the current fee after a small move of the price', async () => {
  const member = await payee('unsurprised')
  const { body } = await member.get('rewards/withdrawals/terms/?amount=10')
  await movePrice(1.03)
  const form = { amount: 10, payment_method: 'usdt', network_fee: body.usdt_network_fee }
  const { body: asked } = await member.post('rewards/withdrawals/', form)
  expect(Number(asked.fee_amount)).toBeGreaterThan(0.5 + Number(body.usdt_network_fee))
})

test('answers a repeat with a newer fee as the same request', async () => {
  const member = await payee('repeating')
  const { body } = await member.get('rewards/withdrawals/terms/?amount=10')
  const ask = (network_fee: string | undefined) =>
    member.post(
      'rewards/withdrawals/',
      { amount: 10, payment_method: 'usdt', network_fee },
      { 'idempotency-key': 'one withdrawal' },
    )
  const first = await ask(body.usdt_network_fee ?? '')
  expect(first.status).toBe(201)
  const { status, body: again } = await ask('99.00')
  expect([status, again.id]).toEqual([201, first.body.id])
  // The previous version doesn't know the field.
  expect((await ask(undefined)).body.id).toBe(first.body.id)
})
