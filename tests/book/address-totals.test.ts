import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkBook } from '../../src/server/book/check/check.ts'
import { checkRows } from '../../src/server/book/check/check-rows.ts'
import { noDifferences } from '../../src/server/book/check/compare-states.ts'
import { openBook } from '../../src/server/book/book.ts'
import { ledgerBalances, ledgerOf } from '../../src/server/chain/ledger-balances.ts'
import { pino } from 'pino'
import { until } from '../support/poll.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { isLong } from '../support/scale.ts'

// Compares the running totals of wallets with sums over everything that ever moved.

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
  const { db, pool } = database
  await (await openBook({ db, pool, log: pino({ level: 'silent' }) })).close()
})
afterAll(() => database.close())

const [hot, cold, box] = ['THot', 'TCold', 'TBox']
type Entry = { address: string; asset: number; amount: bigint; block: number }

let state = 7
function below(limit: number): number {
  state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
  return Math.floor(state / 65_536) % limit
}
const txidOf = (n: number): string => n.toString(16).padStart(64, '0')

const record = (txid: string, block: number) =>
  sql`insert into chain_transactions (txid, network, block_number, block_at, kind, fee_sun, result)
    values (${txid}, 'x', ${block}, now(), 'transfer', 0, 'SUCCESS')`.execute(database.db)

const ends = ['confirmed', 'confirmed', 'failed', 'expired', 'stored'] as const

/**
 * A payout or move is stored, sent, and ends in any of the possible ways. Returns what it moved.
 */
async function send(n: number, block: number, table: 'payouts' | 'custody_moves') {
  const { db } = database
  const [txid, units, fee, asset] = [txidOf(n), 1 + below(1_000), below(3) * 100, 1 + below(2)]
  const [from, to] = below(2) === 0 ? [hot, cold] : [box, hot]
  const end = ends[below(ends.length)] ?? 'stored'
  const its = table === 'payouts' ? sql`withdrawal_no, attempt` : sql`kind, by_record`
  const values = table === 'payouts' ? sql`${n}::int, 1` : sql`'top_up', true`
  await sql`insert into ${sql.table(table)} (${its}, asset, units, from_address, to_address, txid,
      signed_hex, expires_at, state)
    values (${values}, ${asset}, ${units}, ${from}, ${to}, ${txid}, '00', now(), 'stored')
    `.execute(db)
  await sql`update ${sql.table(table)} set broadcasts = 1 where txid = ${txid}`.execute(db)
  if (end === 'stored') return []
  if (end !== 'expired') await record(txid, block)
  const burned = end === 'expired' ? 0 : fee
  await sql`update ${sql.table(table)} set state = ${end}, fee_sun = ${burned}, settled_at = now()
    where txid = ${txid}`.execute(db)
  const entries: Entry[] = [{ address: from, asset: 1, amount: BigInt(-burned), block }]
  if (end !== 'confirmed') return entries
  entries.push({ address: from, asset, amount: BigInt(-units), block })
  if (table === 'payouts') return entries
  return [...entries, { address: to, asset, amount: BigInt(units), block }]
}

async function receive(n: number, block: number): Promise<Entry[]> {
  const units = 1 + below(1_000)
  await sql`insert into treasury_receipts
      (network, txid, asset, log_index, to_address, amount, block_number)
    values ('x', ${txidOf(n)}, 2, 0, ${hot}, ${units}, ${block})`.execute(database.db)
  return [{ address: hot, asset: 2, amount: BigInt(units), block }]
}

/** A transfer that was unknown and explained later: to one of ours or a stranger, and its fee. */
async function explain(n: number, block: number): Promise<Entry[]> {
  const { db } = database
  const [txid, units, toOwn] = [txidOf(n), 1 + below(1_000), below(2) === 0]
  await sql`insert into unexplained_transfers (txid, address, detail)
    values (${txid}, ${hot}, '')`.execute(db)
  await sql`insert into outside_moves (txid, asset, log_index, units, from_address, to_address,
      to_own, block_number)
    values (${txid}, 1, 0, ${units}, ${hot}, ${cold}, ${toOwn}, ${block})`.execute(db)
  await sql`update unexplained_transfers set fee_sun = 5, block_number = ${block}
    where txid = ${txid}`.execute(db)
  await sql`update unexplained_transfers set explained_by = 'ann' where txid = ${txid}`.execute(db)
  return [
    { address: hot, asset: 1, amount: BigInt(-units - 5), block },
    ...(toOwn ? [{ address: cold, asset: 1, amount: BigInt(units), block }] : []),
  ]
}

const sumOf = (entries: readonly Entry[], address: string, asset: number, block: number): bigint =>
  entries
    .filter((each) => each.address === address && each.asset === asset && each.block <= block)
    .reduce((sum, { amount }) => sum + amount, 0n)

test('reports an edited total in the ledger check', async () => {
  const { db, pool } = database
  const faults = async () => (await checkBook(db, pool)).differences.described
  const entries = await receive(1_000, 1)
  expect(await faults()).toEqual([])
  await sql`update address_totals set units = units + 1`.execute(db)
  await sql`insert into address_totals values ('TNobody', 2, 5)`.execute(db)
  const { amount = 0n } = entries[0] ?? {}
  const named = 'totals of addresses are the sums of their rows: address'
  expect((await faults()).toSorted()).toEqual([
    `${named} THot: asset 2, total ${amount + 1n}, rows ${amount}`,
    `${named} TNobody: asset 2, total 5, rows 0`,
  ])
  await sql`update address_totals set units = units - 1`.execute(db)
  await sql`delete from address_totals where address = 'TNobody'`.execute(db)
  received.push(...entries)
})

test('keeps what all addresses hold, and reports an edited sum', async () => {
  const { db, pool } = database
  const held = async () =>
    (
      await sql<{ text: string }>`select concat(chain_trx, ' and ', chain_usdt) as text
        from custody_totals`.execute(db)
    ).rows.map(({ text }) => text)
  const compare = (rows: readonly (readonly [string, number, number])[]) =>
    sql`insert into address_checks (address, checked_at, chain_trx, chain_usdt, ledger_trx,
        ledger_usdt, state)
      select address, now(), trx, usdt, 0, 0, 'differs'
      from unnest(${rows.map(([address]) => address)}::text[],
        ${rows.map(([, trx]) => trx)}::bigint[], ${rows.map(([, , usdt]) => usdt)}::bigint[])
        as given(address, trx, usdt)
      on conflict (address) do update set chain_trx = excluded.chain_trx,
        chain_usdt = excluded.chain_usdt`.execute(db)
  expect(await held()).toEqual(['0 and 0'])
  await compare([
    ['TOne', 5, 7],
    ['TTwo', 11, 13],
  ])
  expect(await held()).toEqual(['16 and 20'])
  await compare([
    ['TOne', 1, 7],
    ['TThree', 100, 0],
  ])
  expect(await held()).toEqual(['112 and 20'])
  await sql`update address_checks set chain_usdt = chain_usdt + 1`.execute(db)
  await sql`delete from address_checks where address = 'TTwo'`.execute(db)
  expect(await held()).toEqual(['101 and 9'])
  const found = noDifferences()
  await checkRows(pool, found)
  expect(found.described).toEqual([])
  await sql`update custody_totals set chain_trx = 100`.execute(db)
  await checkRows(pool, found)
  expect(found.described).toEqual([
    'totals of custody are the sums of its addresses: 100 TRX and 9 USDT, addresses 101 and 9',
  ])
  await sql`delete from address_checks`.execute(db)
  await sql`update custody_totals set chain_trx = 0`.execute(db)
})

const received: Entry[] = []

test('computes sums as of any block from totals minus later changes', async () => {
  const { db, pool } = database
  const entries: Entry[] = [...received]
  for (let n = 1; n <= 200; n += 1) {
    // Some are booked long after their block.
    const block = Math.max(1, n - below(40))
    const kind = below(8)
    if (kind < 3) entries.push(...(await send(n, block, 'payouts')))
    else if (kind < 6) entries.push(...(await send(n, block, 'custody_moves')))
    else entries.push(...(await (kind === 6 ? receive(n, block) : explain(n, block))))
  }
  for (const [fromBlock, toBlock] of [
    [0, 200],
    [37, 61],
    [199, 199],
    [500, 500],
  ] as const) {
    const asked = [hot, cold, box].map((address) => ({ address, fromBlock, toBlock }))
    const told = await ledgerBalances(db, asked)
    expect(told.toSorted((a, b) => (a.address < b.address ? -1 : 1))).toEqual(
      [box, cold, hot].map((address) => ({
        address,
        from_trx: sumOf(entries, address, 1, fromBlock),
        from_usdt: sumOf(entries, address, 2, fromBlock),
        to_trx: sumOf(entries, address, 1, toBlock),
        to_usdt: sumOf(entries, address, 2, toBlock),
      })),
    )
  }
  // These payouts have no commands, which another check reports one by one. Nothing else is wrong.
  const found = noDifferences()
  await checkRows(pool, found)
  const { rows } = await sql<{ count: number }>`select count(*)::int from payouts`.execute(db)
  expect(rows[0]?.count).toBeLessThan(100)
  expect(found.count).toBe(rows[0]?.count)
})

/**
 * Rows that PostgreSQL reads for the figure of a signing round, and for a comparison at the head.
 */
async function rowsRead(wallet: string, head: number): Promise<number> {
  return database.db.transaction().execute(async (tx) => {
    const count = async (): Promise<number> => {
      const { rows } = await sql<{ read: number }>`
        select (sum(seq_tup_read) + sum(coalesce(idx_tup_fetch, 0)))::int as read
        from pg_stat_xact_user_tables`.execute(tx)
      return rows[0]?.read ?? 0
    }
    const before = await count()
    await ledgerOf(tx, wallet)
    await ledgerBalances(tx, [{ address: wallet, fromBlock: head, toBlock: head + 1 }])
    return (await count()) - before
  })
}

async function pay(wallet: string, first: number, count: number): Promise<void> {
  const { db } = database
  await sql`insert into payouts (withdrawal_no, attempt, asset, units, from_address, to_address,
      txid, state, fee_sun)
    select n, 1, 2, 5, ${wallet}, 'TSomebody', lpad(to_hex(n), 64, '0'), 'confirmed', 100
    from generate_series(${first}::int, ${first + count - 1}::int) n`.execute(db)
  await sql`insert into chain_transactions (txid, network, block_number, block_at, kind, fee_sun,
      result)
    select lpad(to_hex(n), 64, '0'), 'x', n, now(), 'transfer', 0, 'SUCCESS'
    from generate_series(${first}::int, ${first + count - 1}::int) n`.execute(db)
  // A statement that reads statistics at the same time may keep a page from being all-visible.
  await until(
    'all rows to be visible to all',
    async () => {
      await sql`vacuum analyze payouts, chain_transactions, address_totals`.execute(db)
      const { rows } = await sql<{ done: boolean }>`
      select bool_and(relallvisible = relpages) as done from pg_class
      where relname in ('payouts', 'chain_transactions', 'address_totals')`.execute(db)
      return rows[0]?.done
    },
    { everyMs: 200 },
  )
}

test.runIf(isLong)(
  'doesn’t reread a wallet’s earlier payouts, however many there are',
  async () => {
    await pay('TFew', 2_000, 10)
    expect(await rowsRead('TFew', 2_009)).toBeLessThan(3_000)
    await pay('TMany', 3_000, 3_000)
    // Prepared statements get a generic plan after the fifth execution.
    for (let time = 0; time < 8; time += 1) {
      // With other work going on, some pages aren't all-visible, and their rows are read.
      expect(await rowsRead('TMany', 5_998)).toBeLessThan(500)
    }
    expect(await ledgerOf(database.db, 'TMany')).toEqual({ trx: -300_000n, usdt: -15_000n })
  },
)
