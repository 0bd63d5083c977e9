import { Kysely, PostgresDialect, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { itemAt } from '../../support/answer.ts'
import type { Database } from '../../../src/db/types.ts'
import {
  leaveQueue,
  queueReached,
  readRetries,
  readTouched,
  readWallets,
  retryLater,
  type QueuePosition,
} from '../../../src/server/custody/reconciliation/address-queue.ts'
import { compareHoldings } from '../../../src/server/custody/reconciliation/compare-holdings.ts'
import { openPass, readNext } from '../../../src/server/custody/reconciliation/passes.ts'
import { requireAddress } from '../../../src/tron/encoding/address.ts'
import { createTestDatabase, type TestDatabase } from '../../support/database.ts'
import { stepsOf, touched, type Explained } from '../../support/plan-steps.ts'

// The order in which addresses are read next, found without scanning all of them.

const addresses = 12_000

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
  const { db } = database
  await db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`insert into deposit_addresses (member_no, address_index, address)
      select n, n, 'T' || n from generate_series(2, ${addresses}::int) n`.execute(tx)
    await sql`insert into address_checks (address, checked_at, chain_trx, chain_usdt, ledger_trx,
        ledger_usdt, state)
      select 'T' || n, now(), 0, 0, 0, 0, 'agrees'
      from generate_series(2, ${addresses}::int) n`.execute(tx)
  })
  await addTransfers(1, addresses - 1)
  await sql`insert into own_wallets (address, role) values ('payout', 'payout')`.execute(db)
  while (await queueReached(db));
  await settle()
  await sql`analyze`.execute(db)
})
afterAll(() => database.close())

/** Transfers number `first` to `last`, each to the address after its own number. */
async function addTransfers(first: number, last: number, member = sql`n + 1`): Promise<void> {
  await sql`insert into transfers (no, network, txid, asset, log_index, member_no, to_address,
      amount, rate_e8, block_number, block_at, state, seen_at)
    select n, 'x', lpad(to_hex(n), 64, '0'), 2, 0, ${member}, 'T' || n + 1, 1, 1, 1, now(),
      'dust', now() from generate_series(${first}::int, ${last}::int) n`.execute(database.db)
}

async function cursor(): Promise<number> {
  const { rows } = await sql<{ no: number }>`
    select transfer_no as no from reconciliation_cursor`.execute(database.db)
  return rows[0]?.no ?? 0
}

async function touchedNow(most = 1_000): Promise<string[]> {
  return (await readTouched(database.db, null, most)).map(({ address }) => address)
}

/** Finishes all comparisons that a test left open. */
const settle = () => sql`delete from reconciliation_queue`.execute(database.db)

/** The most rows that any single step of some work's statements reads. */
async function mostTouched(work: (db: Kysely<Database>) => Promise<unknown>): Promise<number> {
  const heard: { sql: string; parameters: readonly unknown[] }[] = []
  const { pool } = database
  const dialect = new PostgresDialect({ pool })
  await work(new Kysely<Database>({ dialect, log: ({ query }) => void heard.push(query) }))
  expect(heard.length).toBeGreaterThan(0)
  let most = 0
  for (const { sql: text, parameters } of heard) {
    const { rows } = await pool.query<Explained>(
      `explain (analyze, timing off, format json) ${text}`,
      [...parameters],
    )
    const [{ Plan: plan }] = itemAt(rows, 0)['QUERY PLAN']
    most = Math.max(most, ...stepsOf(plan).map(touched))
  }
  return most
}

test('reads a bounded number of rows per step, however many addresses there are', async () => {
  const { db } = database
  await addTransfers(addresses, addresses + 5_999)
  expect(await mostTouched(queueReached)).toBeLessThan(11_000)
  while (await queueReached(db));
  await sql`insert into reconciliation_queue (address)
    select 'T' || n from generate_series(2, ${addresses}::int) n
    on conflict do nothing`.execute(db)
  await sql`analyze reconciliation_queue`.execute(db)
  expect(await mostTouched((each) => readTouched(each, null, 100))).toBeLessThan(250)
  const middle: QueuePosition = (await readTouched(db, null, 5_000)).at(-1) ?? {
    moved: false,
    place: 0n,
  }
  expect(await mostTouched((each) => readTouched(each, middle, 100))).toBeLessThan(250)
  expect(await mostTouched((each) => readNext(each, 6_000, 100))).toBeLessThan(250)
  expect(await mostTouched((each) => readWallets(each))).toBeLessThan(100)
  await settle()
})

test('puts addresses of moves first, then all others that changed', async () => {
  const { db } = database
  await sql`insert into reconciliation_queue (address) select 'T' || n
    from generate_series(1000, 1099) n`.execute(db)
  await sql`insert into custody_moves (kind, asset, units, from_address, to_address, txid,
      signed_hex, expires_at, state, settled_at)
    values ('sweep', 2, 1, 'T40', 'payout', ${'a'.repeat(64)}, '', now(), 'confirmed',
      now())`.execute(db)
  await sql`insert into deposit_addresses (member_no, address_index, address)
    values (1, 1, 'new')`.execute(db)
  const due = await touchedNow()
  expect([due[0], due[1], due.at(-1), due.length]).toEqual(['T40', 'T1000', 'new', 102])
  // Page by page, without repeating or omitting any.
  const paged: string[] = []
  let after: QueuePosition | null = null
  for (;;) {
    const page: Awaited<ReturnType<typeof readTouched>> = await readTouched(db, after, 7)
    paged.push(...page.map(({ address }) => address))
    after = page.at(-1) ?? null
    if (page.length < 7) break
  }
  expect(paged).toEqual(due)
  expect((await readWallets(db)).map(({ address }) => address)).toEqual(['payout'])
  await settle()
})

test('queues an address once per transfer, even while it’s being compared', async () => {
  const { db } = database
  const from = (await cursor()) + 1
  await sql`insert into deposit_addresses (member_no, address_index, address)
    values (${from + 1}, ${from + 1}, ${`T${from + 1}`})`.execute(db)
  await settle()
  await addTransfers(from, from)
  await queueReached(db)
  const due = await readTouched(db, null, 10)
  expect(due.map(({ address }) => address)).toEqual([`T${from + 1}`])
  await sql`update reconciliation_cursor set transfer_no = transfer_no - 1`.execute(db)
  await queueReached(db)
  await leaveQueue(db, due)
  const again = await readTouched(db, null, 10)
  expect(again).toMatchObject([{ address: `T${from + 1}`, place: due[0]?.place }])
  await leaveQueue(db, again)
  expect(await touchedNow()).toEqual([])
  await addTransfers(from + 1, from + 1, sql`1`)
  await queueReached(db)
  expect(await cursor()).toBe(from + 1)
  expect(await touchedNow()).toEqual([])
})

test('waits longer each time before retrying a failing address', async () => {
  const { db } = database
  await sql`insert into reconciliation_queue (address) values ('T50'), ('T51')`.execute(db)
  const waits: number[] = []
  for (let failure = 0; failure < 4; failure += 1) {
    await retryLater(db, [{ address: 'T50', reason: 'server_error' }])
    const { rows } = await sql<{ minutes: number }>`
      select round(extract(epoch from retry_at - now()) / 60)::int as minutes
      from reconciliation_retries where address = 'T50'`.execute(db)
    waits.push(rows[0]?.minutes ?? 0)
  }
  expect(waits).toEqual([1, 2, 4, 8])
  expect(await touchedNow()).toEqual(['T51'])
  expect((await readNext(db, 48, 3)).map(({ address }) => address)).toEqual(['T49', 'T51', 'T52'])
  expect(await readRetries(db, 10)).toEqual([])
  await sql`update reconciliation_retries set retry_at = now()`.execute(db)
  expect(await readRetries(db, 10)).toMatchObject([{ address: 'T50' }])
  await sql`delete from reconciliation_retries`.execute(db)
  await settle()
})

test('keeps one pass open at a time, and starts the next when it’s due', async () => {
  const { db } = database
  const both = await Promise.all([openPass(db, 60_000), openPass(db, 60_000)])
  const opened = both.filter((each) => each !== null)
  expect(new Set(opened.map(({ no }) => no)).size).toBe(1)
  await sql`update reconciliation_passes set finished_at = now()`.execute(db)
  expect(await openPass(db, 60_000)).toBeNull()
  expect((await openPass(db, 0))?.no).not.toBe(opened[0]?.no)
  await sql`update reconciliation_passes set finished_at = now()`.execute(db)
})

const known = requireAddress('TL24LCps5FKwp3PoU1MvrYrwhi5LU1tHre')
const silent = { error: () => {} } as never

test('compares a balance with the ledger as of its own block', async () => {
  const { db } = database
  await sql`insert into deposit_addresses (member_no, address_index, address)
    values (900001, 900001, ${known})`.execute(db)
  for (const [no, block] of [
    [800_001, 100],
    [800_002, 200],
  ] as const) {
    await sql`insert into transfers (no, network, txid, asset, log_index, member_no, to_address,
        amount, rate_e8, block_number, block_at, state, seen_at)
      values (${no}, 'x', lpad(to_hex(${no}::int), 64, '0'), 2, 0, 900001, ${known}, 5, 1,
        ${block}, now(), 'dust', now())`.execute(db)
  }
  const verdict = async (usdt: bigint, fromBlock: number, toBlock: number) => {
    const holding = { address: known, trx: 0n, usdt, fromBlock, toBlock }
    const [each] = await compareHoldings({ db, log: silent }, [[holding]])
    return each?.state
  }
  expect(await verdict(0n, 99, 99)).toBe('agrees')
  expect(await verdict(5n, 100, 199)).toBe('agrees')
  expect(await verdict(10n, 199, 199)).toBe('differs')
  expect(await verdict(10n, 200, 200)).toBe('agrees')
  // Read separately while the second payment arrived: either figure is right, and any other stays
  // undecided.
  expect(await verdict(5n, 199, 201)).toBe('agrees')
  expect(await verdict(10n, 199, 201)).toBe('agrees')
  expect(await verdict(7n, 199, 201)).toBeUndefined()
  const since = async () =>
    (
      await db
        .selectFrom('address_checks')
        .select('differs_since')
        .where('address', '=', known)
        .executeTakeFirst()
    )?.differs_since
  expect(await verdict(7n, 210, 210)).toBe('differs')
  const began = await since()
  // With a payout under way, we wait, and decide for the block of the reading.
  await sql`insert into payouts (withdrawal_no, attempt, asset, units, from_address, to_address,
      txid, state) values (1, 1, 2, 4, ${known}, 'T1', ${'c'.repeat(64)}, 'stored')`.execute(db)
  expect(await verdict(6n, 210, 210)).toBe('waiting')
  // The difference of before isn't over.
  expect([began, await since()]).toEqual([expect.any(Date), began])
  await sql`insert into chain_transactions (txid, network, block_number, block_at, kind, fee_sun,
      result)
    values (${'c'.repeat(64)}, 'x', 205, now(), 'TransferContract', 0, 'SUCCESS')`.execute(db)
  await sql`update payouts set state = 'confirmed', settled_at = now(), fee_sun = 0
    where txid = ${'c'.repeat(64)}`.execute(db)
  expect(await verdict(6n, 210, 210)).toBe('agrees')
  expect(await since()).toBe(null)
  expect(await verdict(10n, 204, 204)).toBe('agrees')
  expect(await verdict(10n, 205, 205)).toBe('differs')
  // Two nodes, each at its own block: neither counts against the other.
  const at = (usdt: bigint, block: number) => {
    return { address: known, trx: 0n, usdt, fromBlock: block, toBlock: block }
  }
  const both = await compareHoldings({ db, log: silent }, [[at(10n, 204)], [at(6n, 206)]])
  expect(both).toMatchObject([{ state: 'agrees' }])
  const oneLies = await compareHoldings({ db, log: silent }, [[at(10n, 204)], [at(9n, 206)]])
  expect(oneLies).toMatchObject([{ state: 'differs', usdt: 9n }])
})
