/** Reconciliation: a pass over a million addresses, without the nodes' own time. */
import { sql } from 'kysely'
import { pino } from 'pino'
import { checkRound } from '../src/server/custody/reconciliation/check-addresses.ts'
import type { Address } from '../src/tron/encoding/address.ts'
import { requireAddress } from '../src/tron/encoding/address.ts'
import type { TronNodes } from '../src/tron/quorum/nodes.ts'
import { openTronNodes } from '../src/tron/quorum/nodes.ts'
import type { BenchDatabase } from './database.ts'
import { hold, note } from './report.ts'

const ADDRESSES = 1_000_000
const TRANSFERS_EACH = 2
const BLOCK = 1_000
/** The size of one call of the balance reader, by default and at most. */
const BATCHES = [200, 500]
/** The pace that a gateway's free key allows in addition to everything else. */
const CALLS_PER_SECOND = 2

/**
 * Measures ledger sums and the writing of results, on a fresh database with two million transfers.
 */
export async function measureReconciliation(database: BenchDatabase): Promise<void> {
  await fill(database)
  let reads = 0
  const unused = { nodes: [{ url: 'http://127.0.0.1:1' }], usdtContract: nobody }
  const tron: TronNodes = {
    ...openTronNodes(unused),
    holdings: (addresses) => {
      reads += 1
      return Promise.resolve([
        { host: 'bench', held: addresses.map(held), failed: [], trouble: undefined },
      ])
    },
  }
  const context = { db: database.db, tron, log: pino({ level: 'silent' }), stopping }
  // The second pass overwrites the results of the first.
  for (const name of ['first pass', 'second pass']) {
    const started = performance.now()
    let compared = 0
    for (let isMore = true; isMore;) {
      const round = await checkRound(context, { passEveryMs: 0, forMs: 60_000 })
      compared += round.compared
      isMore = round.isMore
    }
    const seconds = (performance.now() - started) / 1000
    note(`${name}: addresses compared`, compared, 'addresses')
    note(`${name}: ledger sums and results for a million`, (seconds * 1e6) / compared, 's')
    hold(`${name}: addresses compared per second`, compared / seconds, { atLeast: 5_000 })
  }
  note('reads asked for', reads, 'reads')
  for (const batch of BATCHES) {
    const calls = ADDRESSES / batch
    note(`requests for a million, ${batch} at a time`, calls, 'requests')
    note(`at ${CALLS_PER_SECOND} requests a second`, calls / CALLS_PER_SECOND / 60, 'minutes')
  }
}

const nobody = requireAddress('T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb')
const stopping = new AbortController().signal

const held = (address: Address) => {
  return { address, trx: 0n, usdt: BigInt(5 * TRANSFERS_EACH), fromBlock: BLOCK, toBlock: BLOCK }
}

async function fill({ db }: BenchDatabase): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`insert into deposit_addresses (member_no, address_index, address)
      select n, n, 'T' || md5(n::text) from generate_series(1, ${ADDRESSES}::int) n`.execute(tx)
    await sql`insert into transfers (no, network, txid, asset, log_index, member_no, to_address,
        amount, rate_e8, block_number, block_at, state, seen_at)
      select n, 'x', lpad(to_hex(n), 64, '0'), 2, 0, 1 + n % ${ADDRESSES}::int,
        'T' || md5((1 + n % ${ADDRESSES}::int)::text), 5, 100000000, 1 + n % 900, now(), 'dust',
        now()
      from generate_series(1, ${ADDRESSES * TRANSFERS_EACH}::int) n`.execute(tx)
    // Everything has been read, so we measure the pass alone.
    await sql`update reconciliation_cursor set transfer_no = ${ADDRESSES * TRANSFERS_EACH}`.execute(
      tx,
    )
    await sql`insert into chain_cursors (network, final_number, final_id, final_at, head_number,
        record_from)
      values ('x', ${BLOCK}, '', now(), ${BLOCK}, 0)`.execute(tx)
  })
  await sql`vacuum analyze deposit_addresses, transfers`.execute(db)
}
