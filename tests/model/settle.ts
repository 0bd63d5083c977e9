/** Waits until a round is over: payments have arrived, and approved payouts are paid. */
import type { Pool } from 'pg'
import { until } from '../support/poll.ts'
import type { World } from './acts.ts'
import { followLog, type Followed } from './follow-log.ts'
import { decideAll } from './decide.ts'
import type { Operator } from './operator.ts'
import type { Random } from '../domain/random.ts'

const patience = { deadlineMs: 60_000, everyMs: 250 }

/** Whether a transaction is on the chain. One that died with the devnet's pool never will be. */
async function isOnChain({ product }: World, txid: string): Promise<boolean> {
  const response = await fetch(`${product.devnetUrl}/wallet/gettransactionbyid`, {
    method: 'POST',
    body: JSON.stringify({ value: txid }),
  })
  return 'txID' in ((await response.json()) as object)
}

async function missingTransfers(world: World, pool: Pool): Promise<string[]> {
  const paid = world.members.flatMap((member) => member.paid)
  const { rows } = await pool.query<{ txid: string }>(
    'select txid from transfers where txid = any($1)',
    [paid],
  )
  const seen = new Set(rows.map(({ txid }) => txid))
  const missing: string[] = []
  for (const txid of paid.filter((each) => !seen.has(each))) {
    if (await isOnChain(world, txid)) missing.push(txid)
  }
  return missing
}

/** Waits until everything sent is on the chain, final, and reported to the ledger. */
async function chainIsBooked({ product }: World, pool: Pool): Promise<void> {
  const head = await until(
    'everything sent to be in a block',
    async () => {
      const { pending, head } = await devnetInfo(product.devnetUrl)
      return pending === 0 ? head : null
    },
    patience,
  )
  await until(
    'the book to have seen that block',
    async () => {
      const { rows } = await pool.query(
        `select 1 from chain_cursors where final_number >= $1
         and not exists (select 1 from incoming_transfers)`,
        [head],
      )
      return rows.length > 0
    },
    patience,
  )
}

async function devnetInfo(url: string): Promise<{ pending: number; head: number }> {
  const response = await fetch(`${url}/devnet/info`)
  return (await response.json()) as { pending: number; head: number }
}

/** Waits for deposits and payouts under way, then feeds the new log entries to the model. */
export async function settleRound(
  world: World,
  operator: Operator,
  pool: Pool,
  random: Random,
  followed: Followed,
): Promise<number> {
  await decideAll(world, operator, random)
  await chainIsBooked(world, pool)
  await until(
    'every payment on the chain to be seen',
    async () => (await missingTransfers(world, pool)).length === 0,
    patience,
  )
  await until(
    'every payout to be settled',
    async () => {
      const { rows } = await pool.query(
        `select 1 from withdrawals where state in ('approved', 'sent') limit 1`,
      )
      return rows.length === 0
    },
    patience,
  )
  return followLog(pool, followed)
}
