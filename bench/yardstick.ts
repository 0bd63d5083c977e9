/**
 * The yardstick: pgbench's TPC-B-like transaction, re-implemented with the same driver that the
 * product uses, prepared, on eight connections. (PostgreSQL manual, "pgbench", built-in script.)
 */
import { randomInt } from 'node:crypto'
import type { Pool, PoolClient } from 'pg'

const CONNECTIONS = 8
const SCALE = 10

const SCHEMA = `
  drop table if exists pgbench_history, pgbench_tellers, pgbench_accounts, pgbench_branches;
  create table pgbench_history(tid int, bid int, aid int, delta int, mtime timestamp,
    filler char(22));
  create table pgbench_tellers(tid int not null, bid int, tbalance int, filler char(84))
    with (fillfactor = 100);
  create table pgbench_accounts(aid int not null, bid int, abalance int, filler char(84))
    with (fillfactor = 100);
  create table pgbench_branches(bid int not null, bbalance int, filler char(88))
    with (fillfactor = 100);
  insert into pgbench_branches select n, 0, '' from generate_series(1, ${SCALE}) n;
  insert into pgbench_tellers select n, (n - 1) / 10 + 1, 0, ''
    from generate_series(1, ${SCALE * 10}) n;
  insert into pgbench_accounts select n, (n - 1) / 100000 + 1, 0, ''
    from generate_series(1, ${SCALE * 100_000}) n;
  alter table pgbench_branches add primary key (bid);
  alter table pgbench_tellers add primary key (tid);
  alter table pgbench_accounts add primary key (aid);
  vacuum analyze pgbench_accounts`

const statement = (name: string, text: string) => (values: unknown[]) => ({ name, text, values })
const updateAccount = statement(
  'b1',
  'update pgbench_accounts set abalance = abalance + $1 where aid = $2',
)
const readAccount = statement('b2', 'select abalance from pgbench_accounts where aid = $1')
const updateTeller = statement(
  'b3',
  'update pgbench_tellers set tbalance = tbalance + $1 where tid = $2',
)
const updateBranch = statement(
  'b4',
  'update pgbench_branches set bbalance = bbalance + $1 where bid = $2',
)
const writeHistory = statement(
  'b5',
  'insert into pgbench_history (tid, bid, aid, delta, mtime) values ($1, $2, $3, $4, now())',
)

async function transact(client: PoolClient): Promise<void> {
  const aid = randomInt(1, SCALE * 100_000 + 1)
  const tid = randomInt(1, SCALE * 10 + 1)
  const bid = randomInt(1, SCALE + 1)
  const delta = randomInt(-5000, 5001)
  await client.query('begin')
  await client.query(updateAccount([delta, aid]))
  await client.query(readAccount([aid]))
  await client.query(updateTeller([delta, tid]))
  await client.query(updateBranch([delta, bid]))
  await client.query(writeHistory([tid, bid, aid, delta]))
  await client.query('end')
}

export async function prepareYardstick(pool: Pool): Promise<void> {
  for (const part of SCHEMA.split(';')) await pool.query(part)
}

/** Transactions per second over `seconds`. */
export async function measureYardstick(pool: Pool, seconds: number): Promise<number> {
  const clients = await Promise.all(Array.from({ length: CONNECTIONS }, () => pool.connect()))
  let done = 0
  const until = performance.now() + seconds * 1000
  const started = performance.now()
  await Promise.all(
    clients.map(async (client) => {
      while (performance.now() < until) {
        await transact(client)
        done++
      }
    }),
  )
  const elapsed = performance.now() - started
  for (const client of clients) client.release()
  return (done * 1000) / elapsed
}
