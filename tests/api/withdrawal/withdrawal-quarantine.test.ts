import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { readDevnetInfo } from '../../devnet/info.ts'
import { checkAlerts, readCrossed } from '../../../src/server/monitoring/alerts.ts'
import { measure } from '../../../src/server/monitoring/measure.ts'
import { storeWallet } from '../../../src/server/custody/own-wallets.ts'
import type { Address } from '../../../src/tron/encoding/address.ts'
import { newPrivateKey } from '../../../src/tron/keys/secret-keys.ts'
import { addressOfKey } from '../../../src/tron/transaction/signature.ts'
import { matching } from '../../support/matching.ts'
import { until } from '../../support/poll.ts'
import { isLong } from '../../support/scale.ts'
import { password } from '../support/members.ts'
import { openMoneyWorld, type MoneyMember, type MoneyWorld } from '../support/money-world.ts'
import { approvedPayout, openPayee } from '../support/payouts.ts'

// Which withdrawals the worker sets aside for an operator, and for how long.

let world: MoneyWorld
let member: MoneyMember
beforeAll(async () => {
  world = await openMoneyWorld()
  member = (await openPayee(world)).member
})
beforeEach(() => member.post('auth/step-up/', { password }))
afterAll(() => world.close())

/** One round of a freshly started worker. */
const round = async () => (await world.openPayouts()).round()

/** An approved withdrawal of ten dollars. */
const approved = async (to?: Address) => (await approvedPayout(world, member, to)).no

/** The same with a hold of that many seconds from now, by the database's clock. */
async function approvedOnHold(seconds: number): Promise<number> {
  await holdFor(seconds)
  const no = await approved()
  await holdFor(0)
  return no
}

const holdFor = (seconds: number) =>
  sql`update identities set hold_until = now() + make_interval(secs => ${seconds})
    where member_no = ${member.no}`.execute(world.edge.db)

const withdrawalOf = (no: number) =>
  world.edge.db
    .selectFrom('withdrawals')
    .select(['state', 'hold_until'])
    .where('no', '=', no)
    .executeTakeFirstOrThrow()

const quarantined = () => world.edge.db.selectFrom('blocked_payouts').selectAll().execute()

/** The console's alerts that a check raises now. */
async function alertsNow(): Promise<string[]> {
  const { db, config } = world.edge.context
  await checkAlerts(db, config, new Date())
  return (await readCrossed(db)).map(({ name }) => name)
}

test('raises an alert until nobody waits for the payout anymore', async () => {
  const { batch_contract: contract } = await readDevnetInfo(world.devnet.url)
  const no = await approved(contract)
  await round()
  expect(await quarantined()).toMatchObject([{ withdrawal_no: no, detail: matching(/contract/) }])
  expect(await alertsNow()).toContain('quarantined_withdrawals')
  const rejected = { kind: 'reject_withdrawal', withdrawal: no, reason: 'a contract' } as const
  await world.edge.book.submit({ command: rejected, by: { operator: 'ann' } })
  await round()
  expect(await quarantined()).toEqual([])
  expect(await alertsNow()).not.toContain('quarantined_withdrawals')
})

test('measures for how long nobody has paid an approved withdrawal', async () => {
  const { db } = world.edge
  const tx = await db.startTransaction().execute()
  const age = async () => (await measure(tx, new Date())).payout_age
  expect(await age()).toBe('nothing')
  const no = await approved()
  expect(await age()).toBeLessThan(1_000n)
  // Rows don't change like this, so it's undone.
  await sql`set local session_replication_role = replica`.execute(tx)
  await sql`update withdrawals set requested_at = now() - interval '26 hours',
    hold_until = now() - interval '26 hours' where no = ${no}`.execute(tx)
  expect(await age()).toBeLessThan(1_000n)
  await sql`update withdrawal_approvals set at = now() - interval '26 hours'
    where withdrawal_no = ${no}`.execute(tx)
  expect(await age()).toBe(BigInt(26 * 60 * 100))
  await tx.rollback().execute()
})

test.runIf(isLong)(
  'doesn’t quarantine a withdrawal because the worker’s clock is slow',
  async () => {
    const no = await approvedOnHold(1)
    await until('the hold to end', async () => {
      const held = sql`select from withdrawals where no = ${no} and hold_until > now()`
      return (await held.execute(world.edge.db)).rows.length === 0
    })
    const clock = Date.now.bind(Date)
    const slow = vi.spyOn(Date, 'now').mockImplementation(() => clock() - 10_000)
    await round().finally(() => slow.mockRestore())
    expect(await quarantined()).toEqual([])
    await round()
    await world.settle()
    await round()
    expect(await withdrawalOf(no)).toMatchObject({ state: 'confirmed' })
  },
)

test('pays nothing before the logged hold ends, whatever the row says', async () => {
  const no = await approvedOnHold(3_600)
  const { hold_until: logged } = await withdrawalOf(no)
  /** Edits the row as the database's owner could, without triggers. */
  const edit = (to: Date) =>
    world.edge.db.transaction().execute(async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx)
      await tx.updateTable('withdrawals').set({ hold_until: to }).where('no', '=', no).execute()
    })
  await edit(new Date(0))
  await round()
  expect(await withdrawalOf(no)).toMatchObject({ state: 'approved' })
  expect(await quarantined()).toMatchObject([{ withdrawal_no: no, detail: matching(/edited/) }])
  await edit(logged)
})

test('quarantines a withdrawal to an address that has become ours since the request', async () => {
  const address = addressOfKey(newPrivateKey())
  const no = await approved(address)
  await storeWallet(world.edge.db, { address, role: 'cold' })
  await round()
  expect(await withdrawalOf(no)).toMatchObject({ state: 'approved' })
  const [row] = (await quarantined()).filter((each) => each.withdrawal_no === no)
  expect(row?.detail).toMatch(/one of our own/)
})
