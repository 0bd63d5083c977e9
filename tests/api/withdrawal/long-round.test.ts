import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readPauses } from '../../../src/server/pauses/pauses.ts'
import type { PayoutWallet } from '../../../src/server/payout/payout-wallet.ts'
import { addressHex } from '../../../src/tron/encoding/address.ts'
import { newPrivateKey } from '../../../src/tron/keys/secret-keys.ts'
import { addressOfKey } from '../../../src/tron/transaction/signature.ts'
import { openTronNodes } from '../../../src/tron/quorum/nodes.ts'
import { openRewritingNode, type RewritingNode } from '../../support/rewriting-node.ts'
import { isLong } from '../../support/scale.ts'
import { fundMember } from '../support/members.ts'
import { openMoneyWorld, type MoneyMember, type MoneyWorld } from '../support/money-world.ts'
import { approvedPayout, openFunded, withdrawalState } from '../support/payouts.ts'

// A round of payouts lasts as long as the nodes take. What happens meanwhile counts for the rest.

let world: MoneyWorld
let node: RewritingNode
let wallet: PayoutWallet
let member: MoneyMember
beforeAll(async () => {
  world = await openMoneyWorld()
  wallet = await openFunded(world)
  await world.stopRates()
  member = await world.member('payee')
  await fundMember(world.edge, member.no, 500)
  node = await openRewritingNode(world.devnet.url)
  const { context } = world.edge
  const { usdtContract } = context
  context.tron = openTronNodes({ nodes: [{ url: node.url }], usdtContract, headLastsMs: 0 })
})
afterAll(async () => {
  await node.stop()
  await world.close()
})

const run = (statement: string) => sql.raw(statement).execute(world.edge.db)

const statesOf = (payouts: readonly number[]) =>
  Promise.all(payouts.map((no) => withdrawalState(world, no)))

/** Runs a round of two payouts. The statement runs while a node works on the fee of the second. */
async function payTwo(meanwhile: string): Promise<number[]> {
  await run('update live_rates set rate_e8 = 25000000, as_of = now()')
  await world.settle()
  await (await world.openPayouts()).round()
  const payouts = [await approvedPayout(world, member), await approvedPayout(world, member)]
  let asked = 0
  node.rewrite = async (path) => {
    if (path !== '/wallet/getaccountresource') return
    asked += 1
    if (asked === 2) await run(meanwhile)
  }
  await (await world.openPayouts()).round()
  node.rewrite = () => undefined
  expect(asked).toBe(2)
  return payouts.map(({ no }) => no)
}

const nobody = addressOfKey(newPrivateKey())
const lack = `insert into address_checks (address, checked_at, chain_trx, chain_usdt, ledger_trx,
  ledger_usdt, state, differs_since) values ('WALLET', now(), 5, 0, 9, 0, 'differs', now())
  on conflict (address) do update set chain_trx = 5, ledger_trx = 9, state = 'differs'`
const events = [
  [
    'the price jumps',
    'insert into rate_holds (since, rate_e8) values (now(), 1)',
    'delete from rate_holds',
  ],
  [
    'the rate gets too old',
    `update live_rates set as_of = now() - interval '6 minutes'`,
    'update live_rates set as_of = now()',
  ],
  [
    'a transfer that no payout explains appears',
    `insert into unexplained_transfers (txid, address, detail)
      values ('${'d'.repeat(64)}', '${nobody}', 'a test')`,
    `update unexplained_transfers set explained_by = 'ann', explanation = 'a test'`,
  ],
  [
    'the network turns out to be another',
    `insert into payout_pauses (reason, detail) values ('network', 'another')`,
    'delete from payout_pauses',
  ],
  ['the wallet lacks coins', lack, `update address_checks set state = 'agrees', chain_trx = 9`],
] as const

test.runIf(isLong).each(events)(
  'pays nothing more in a round once %s',
  async (_name, meanwhile, after) => {
    const payouts = await payTwo(meanwhile.replace('WALLET', wallet.address))
    expect(await statesOf(payouts)).toEqual(['sent', 'approved'])
    await run(after)
    await (await world.openPayouts()).round()
    expect(await statesOf(payouts)).toEqual(['sent', 'sent'])
    expect(await readPauses(world.edge.db)).toEqual([])
  },
)

test('pays each at the rate of the moment when we sign it', async () => {
  const payouts = await payTwo('update live_rates set rate_e8 = 19000000, as_of = now()')
  const { rows } = await sql`select units from payouts
    where withdrawal_no = any (${payouts}) order by no`.execute(world.edge.db)
  expect(rows).toEqual([{ units: 38_000_000n }, { units: 50_000_000n }])
})

test.runIf(isLong)('pays the others while a round of them is unclear', async () => {
  await run('update live_rates set rate_e8 = 25000000, as_of = now()')
  const odd = addressOfKey(newPrivateKey())
  const unclear: number[] = []
  for (const name of ['odd', 'odder']) {
    const asking = await world.member(name)
    await fundMember(world.edge, asking.no, 150)
    for (let at = 0; at < 10; at += 1) {
      unclear.push((await approvedPayout(world, asking, odd)).no)
    }
  }
  const even = await approvedPayout(world, member)
  const hex = addressHex(odd).slice(2)
  node.rewrite = (path, _, question) =>
    path === '/wallet/getaccount' && JSON.stringify(question).includes(hex)
      ? { Error: 'NullPointerException' }
      : undefined
  const payouts = await world.openPayouts()
  await payouts.round()
  await payouts.round()
  expect(await statesOf([even.no])).toEqual(['sent'])
  expect(new Set(await statesOf(unclear))).toEqual(new Set(['approved']))
  node.rewrite = () => undefined
  await payouts.round()
  expect(new Set(await statesOf(unclear))).toEqual(new Set(['sent']))
})
