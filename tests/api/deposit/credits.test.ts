import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { readDevnetInfo } from '../../devnet/info.ts'
import type { Answer } from '../../support/answer.ts'
import { readLack, reviewLack } from '../../../src/server/custody/queries.ts'
import { openAddressCheck } from '../../../src/server/deposit/incoming/addresses.ts'
import { depositAddress } from '../../../src/server/deposit/incoming/deposit-address.ts'
import { acceptOldTransfers } from '../../../src/server/deposit/deposit-deadlines.ts'
import { readSafeToPay } from '../../../src/server/withdrawal/safe-to-pay.ts'
import { openTronNodes } from '../../../src/tron/quorum/nodes.ts'
import { newPrivateKey } from '../../../src/tron/keys/secret-keys.ts'
import { addressOfKey } from '../../../src/tron/transaction/signature.ts'
import { fundMember } from '../support/members.ts'
import { until } from '../../support/poll.ts'
import { isLong } from '../../support/scale.ts'
import {
  requestDepositFor,
  openMoneyWorld,
  type MoneyMember,
  type MoneyWorld,
} from '../support/money-world.ts'

// Only real transfers are credited, at a real price.

let world: MoneyWorld
beforeAll(async () => {
  world = await openMoneyWorld()
})
afterEach(async () => {
  await sql`update usdt_prices set price_e8 = 100000000`.execute(world.edge.db)
  await world.switch('clear-faults', {})
})
afterAll(() => world.close())

const waitingOf = async (member: MoneyMember) =>
  (await member.get('transactions/unattributed/')).body.results
const accept = (member: MoneyMember, id = '') =>
  member.post(`transactions/unattributed/${id}/accept/`)
const answered = ({ status, code }: Answer) => [status, code]

test('credits nothing for a receipt’s staking entries, whatever addresses they name', async () => {
  const member = await world.member('delegatee')
  const { address } = member
  const lent = { address, value: '500000000' }
  await world.switch('internal-entries', {
    entries: [
      { ...lent, note: 'delegateResourceOfEnergy' },
      { ...lent, note: 'unDelegateResourceOfEnergy' },
      { ...lent, note: 'freezeBalanceV2ForBandwidth' },
      { ...lent, note: 'call', rejected: true },
    ],
  })
  await world.settle()
  expect(await waitingOf(member)).toEqual([])
  expect(await member.balance()).toBe('0.00')
})

test('holds TRX from a contract until its member accepts it', async () => {
  const member = await world.member('contractpaid')
  await world.switch('internal', { transfers: [{ address: member.address, amount: '40' }] })
  await world.settle()
  await acceptOldTransfers(world.edge.context, 0)
  const [waiting] = await waitingOf(member)
  expect(waiting).toMatchObject({
    status: 'waiting',
    accepts_itself_at: null,
    reason: 'A smart contract sent this TRX. Accept it yourself: it isn’t credited automatically.',
  })
  expect((await accept(member, waiting?.id)).status).toBe(200)
  expect(await member.balance()).toBe('9.80')
})

test.runIf(isLong)('doesn’t accept TRX from a contract that the address doesn’t hold', async () => {
  const member = await world.member('emptyhanded')
  await world.switch('internal', { transfers: [{ address: member.address, amount: '40' }] })
  await world.settle()
  // Pretends that receipts reported one sun more than arrived.
  const told = { txid: 'ef'.repeat(32), asset: 1, log_index: 0, amount: 1n }
  await world.edge.db
    .insertInto('treasury_receipts')
    .values({ ...told, network: 'test', to_address: member.address })
    .execute()
  const [waiting] = await waitingOf(member)
  expect(answered(await accept(member, waiting?.id))).toEqual([409, 'needs_review'])
  const { context } = world.edge
  const { tron, usdtContract } = context
  context.tron = openTronNodes({ nodes: [{ url: 'http://127.0.0.1:9' }], usdtContract })
  expect(answered(await accept(member, waiting?.id))).toEqual([503, 'chain_unavailable'])
  context.tron = tron
})

const TEN = { original_amount: '10', fee_amount: '0.2', crypto_amount: '10.2' }

test('closes USDT requests off par, and holds incoming USDT', async () => {
  const member = await world.member('depegged')
  const asked = await requestDepositFor(member, 'USDT', TEN)
  expect(asked.status).toBe(201)
  const other = await world.member('latecomer')
  await sql`update usdt_prices set price_e8 = 97000000`.execute(world.edge.db)
  expect(answered(await requestDepositFor(other, 'USDT', TEN))).toEqual([503, 'usdt_closed'])
  expect(answered(await other.get('transactions/usdt_wallet_info/'))).toEqual([503, 'usdt_closed'])
  const inTrx = { ...TEN, crypto_amount: '40.8' }
  expect((await requestDepositFor(other, 'TRX', inTrx)).status).toBe(201)

  await world.pay(member.address, 'USDT', '10.2')
  await world.settle()
  await acceptOldTransfers(world.edge.context, 0)
  expect(await member.balance()).toBe('0.00')
  const [waiting] = await waitingOf(member)
  expect(waiting).toMatchObject({ status: 'waiting', accepts_itself_at: null })
  expect(answered(await accept(member, waiting?.id))).toEqual([503, 'usdt_closed'])

  await sql`update usdt_prices set price_e8 = 100000000`.execute(world.edge.db)
  await acceptOldTransfers(world.edge.context, 0)
  expect(await member.balance()).toBe('0.00')
  expect((await accept(member, waiting?.id)).status).toBe(200)
  expect(await member.balance()).toBe('10.00')
})

const indexOf = async (member: number): Promise<number> =>
  (
    await world.edge.db
      .selectFrom('deposit_addresses')
      .select('address_index')
      .where('member_no', '=', member)
      .executeTakeFirstOrThrow()
  ).address_index

let nobody = 1_000_000
/** A deposit address for a member without rows in other tables. */
const newAddress = async (): Promise<{ address: string; index: number }> => {
  nobody += 1
  const address = await depositAddress(world.edge.context, nobody)
  return { address, index: await indexOf(nobody) }
}

/** What a restored backup knows about an address assigned after it: nothing. */
async function forget({ index }: { index: number }, mark: number): Promise<void> {
  const { db } = world.edge
  await sql`alter table deposit_addresses disable trigger user`.execute(db)
  await sql`delete from deposit_addresses where address_index = ${index}`.execute(db)
  await sql`alter table deposit_addresses enable trigger user`.execute(db)
  await setMark(mark)
}

/** As in a restored database. The mark itself never decreases. */
async function setMark(index: number): Promise<void> {
  const { db } = world.edge
  await sql`delete from deposit_address_mark`.execute(db)
  await sql`insert into deposit_address_mark (last_index) values (${index})`.execute(db)
}

const secondsNow = () => Math.floor((Date.now() - Date.UTC(2026, 0, 1)) / 1000)

test('never reuses an address after a restore', async () => {
  const first = await newAddress()
  expect(first.index).toBeGreaterThan(secondsNow() - 60)
  await forget(first, 0)
  // A second later, the clock is past every index assigned before, paid or not.
  await until('the clock to move on', async () => secondsNow() > first.index)
  const second = await newAddress()
  expect(second.index).toBeGreaterThan(first.index)
})

const inUse = [
  ['USDT', 2_000_000_000],
  ['TRX', 2_100_000_000],
] as const
test.each(inUse)('skips an address that holds %s', async (coin, far) => {
  // Far ahead of the clock, the next index is the last one plus one, as with a crowd of depositors.
  await setMark(far)
  const taken = await newAddress()
  expect(taken.index).toBe(far + 1)
  await world.pay(taken.address, coin, '5')
  await world.mine(19)
  await forget(taken, far)
  const next = await newAddress()
  expect(next.index).toBe(far + 2)
  await forget(next, 0)
})

/** Two addresses that were assigned while no node answered. */
async function newUnchecked() {
  const { context, db } = world.edge
  const { tron, usdtContract } = context
  context.tron = openTronNodes({ nodes: [{ url: 'http://127.0.0.1:9' }], usdtContract })
  const [one, other] = [await newAddress(), await newAddress()]
  const asked = () => db.selectFrom('unchecked_addresses').select(['address', 'was_used']).execute()
  expect(await asked()).toHaveLength(2)
  await openAddressCheck(context).look(0)
  expect(await asked()).toHaveLength(2)
  context.tron = tron
  return { one, other, asked }
}

test.runIf(isLong)('assigns an address while the node is down, and checks it later', async () => {
  const { context, db } = world.edge
  const { one: used, asked } = await newUnchecked()
  await world.pay(used.address, 'TRX', '1')
  await world.mine(19)
  const { look } = openAddressCheck(context)
  await look(0)
  await look(1_000_000)
  expect(await asked()).toEqual([{ address: used.address, was_used: true }])
  await sql`delete from unchecked_addresses`.execute(db)
})

test.runIf(isLong)('raises no alert about an address that its member paid to at once', async () => {
  const { one, other, asked } = await newUnchecked()
  await world.pay(one.address, 'TRX', '30')
  await world.mine(1)
  await world.watch()
  await world.pay(other.address, 'USDT', '30')
  await world.mine(19)
  await world.watch()
  await world.mine(80)
  await world.watch()
  expect(await asked()).toEqual([])
})

test('doesn’t pay a member whose address lacks coins until a review', async () => {
  const { db } = world.edge
  const member = await world.member('lacking')
  await fundMember(world.edge, member.no, 20)
  await db
    .updateTable('identities')
    .set({ wallet_address: addressOfKey(newPrivateKey()), hold_until: null })
    .where('member_no', '=', member.no)
    .execute()
  const withdraw = () => member.post('rewards/withdrawals/', { amount: 5, payment_method: 'trx' })
  const check = (chain: number, ledger: number) =>
    sql`
    insert into address_checks (address, checked_at, chain_trx, chain_usdt, ledger_trx,
      ledger_usdt, state, differs_since)
    values (${member.address}, now(), ${chain}, 0, ${ledger}, 0, 'differs', now())
    on conflict (address) do update set chain_trx = excluded.chain_trx,
      ledger_trx = excluded.ledger_trx`.execute(db)
  await check(5, 9)
  expect(answered(await withdraw())).toEqual([409, 'deposits_under_review'])
  const reviewed = await reviewLack(db, member.address, 'The stake of a test')
  expect(reviewed).toMatchObject({ trx: 4n, usdt: 0n })
  expect(await readLack(db, member.address)).toBe(null)
  const { status, body } = await withdraw()
  expect(status).toBe(201)
  const isSafe = async () => (await readSafeToPay(db, [Number(body.id)])).size === 1
  expect(await isSafe()).toBe(true)
  await check(4, 9)
  expect(answered(await withdraw())).toEqual([409, 'deposits_under_review'])
  expect(await isSafe()).toBe(false)
  // Unbooked payments are no reason to block anyone.
  await check(9, 4)
  expect((await withdraw()).status).toBe(201)
})

// The last test: from here on, the faucet is one of our own wallets.
test('credits nothing that one of more than a hundred wallets of ours sent', async () => {
  const { treasury } = await readDevnetInfo(world.devnet.url)
  const others = Array.from({ length: 100 }, () => addressOfKey(newPrivateKey()))
  const wallets = [...others, treasury].map((address) => ({ address, role: 'cold' as const }))
  await world.edge.db.insertInto('own_wallets').values(wallets).execute()
  const member = await world.member('topped')
  await world.pay(member.address, 'TRX', '40.8')
  await world.settle()
  expect(await waitingOf(member)).toEqual([])
  expect(await member.balance()).toBe('0.00')
})
