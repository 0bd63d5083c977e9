import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkBook } from '../../../src/server/book/check/check.ts'
import { openWatcher } from '../../../src/server/deposit/chain-watcher.ts'
import {
  openMoneyWorld,
  requestDepositFor,
  SOLID_AFTER,
  type MoneyMember,
  type MoneyWorld,
} from '../../api/support/money-world.ts'
import { createTestDatabase, type TestDatabase } from '../../support/database.ts'
import { until } from '../../support/poll.ts'
import { isLong } from '../../support/scale.ts'
import { leaderOf, openClient, startLedger, type LedgerProcess } from './ledger-fleet.ts'

// The price of TRX falls while the ledger's leader is killed.

const [BEFORE, FALLEN] = [25_000_000n, 20_000_000n]
const FIGURES = { original_amount: '10', fee_amount: '0.2', crypto_amount: '40.8' }
let database: TestDatabase
let world: MoneyWorld
let fleet: LedgerProcess[] = []
const clients: Awaited<ReturnType<typeof openClient>>[] = []
beforeAll(async () => {
  database = await createTestDatabase()
  world = await openMoneyWorld({}, 10_000, 1, undefined, { database })
  await world.stopRates()
  fleet = [await startLedger(database), await startLedger(database)]
  clients.push(await openClient(database, 'web'), await openClient(database, 'chain'))
})
afterAll(async () => {
  for (const client of clients) await client.close()
  for (const ledger of fleet) await ledger.kill('SIGKILL')
  await world.close()
})

/** The rate from now on, and for blocks of the next two minutes. Earlier ones keep theirs. */
async function setRate(rate: bigint): Promise<void> {
  const { db } = world.edge
  await sql`update live_rates set rate_e8 = ${rate}, as_of = clock_timestamp()`.execute(db)
  await sql`delete from rate_history
    where as_of > clock_timestamp() + interval '11 seconds'`.execute(db)
  await sql`insert into rate_history (minute, rate_e8, as_of, sources)
    select at, ${rate}, at, 'test' from generate_series(clock_timestamp() + interval '11 seconds',
      clock_timestamp() + interval '150 seconds', interval '1 second') as at`.execute(db)
}

async function killLeader(): Promise<void> {
  const { address, epoch } = await leaderOf(database)
  const old = fleet.find((ledger) => ledger.address === address)
  await Promise.all([old?.kill('SIGKILL'), setRate(FALLEN)])
  fleet = [...fleet.filter((ledger) => ledger !== old), await startLedger(database)]
  await until('the next leader', async () => (await leaderOf(database)).epoch > epoch)
}

async function requested(name: string): Promise<MoneyMember> {
  // Not the rates of the jump before.
  await sql`delete from rate_history`.execute(world.edge.db)
  await setRate(BEFORE)
  const member = await world.member(name)
  expect((await requestDepositFor(member, 'TRX', FIGURES)).status).toBe(201)
  return member
}

/** A chain watcher whose ledger may be away. */
function openPatientWatcher() {
  const { context } = world.edge
  const [web, chain] = clients
  Object.assign(context, { book: web?.book })
  const watcher = openWatcher({ ...context, book: chain?.book ?? context.book })
  const round = () =>
    watcher.round().then(
      () => true,
      () => null,
    )
  const settle = async () => {
    await world.mine(SOLID_AFTER)
    await until('a whole round', round)
  }
  return { round, settle }
}

test.runIf(isLong)(
  'credits the locked rate once, and a half at the rate of its block',
  async () => {
    const { round, settle } = openPatientWatcher()
    const early = await requested('early')
    await killLeader()
    await world.pay(early.address, 'TRX', '40.8')
    await settle()
    expect(await early.balance()).toBe('10.00')

    const late = await requested('late')
    const half = await requested('half')
    await world.pay(late.address, 'TRX', '40.8')
    await world.pay(half.address, 'TRX', '20.4')
    await world.mine(SOLID_AFTER)
    // So that the rate of this block is no longer a future one.
    await sleep(4_000)
    // Recorded, and perhaps credited, when the leader dies.
    await Promise.all([round(), killLeader()])
    await world.pay(half.address, 'TRX', '20.4')
    await settle()
    expect([await late.balance(), await half.balance()]).toEqual(['10.00', '0.00'])
    const { results } = (await half.get('transactions/unattributed/')).body
    expect(results.map(({ amount }) => amount)).toEqual(['3.98', '5.00'])
    expect((await checkBook(database.db, world.edge.context.pool)).differences.described).toEqual(
      [],
    )
  },
)
