/** Brings a snapshot to the head of the log, and compares it with the tables as far as is cheap. */
import { sql } from 'kysely'
import type { Db, Tx } from '../../../db/types.ts'
import { assetOf, FIRST_MEMBER_ACCOUNT, HOUSE_ACCOUNTS } from '../../../domain/ledger/account.ts'
import type { State } from '../../../domain/ledger/state.ts'
import { catchUp, type Memory } from '../state/catch-up.ts'
import { hasBatch } from './lost-commands.ts'
import { ForeignSnapshot, type Snapshot } from './snapshot-file.ts'

/** Beyond this share of the log, loading from the tables is faster than replaying. */
const MAX_LOG_SHARE = 0.25
const ALWAYS_REPLAYED = 100_000

/** Replaying the log from this snapshot doesn't give what is in the tables. */
export class WrongSnapshot extends Error {
  override name = 'WrongSnapshot'
}

/** The counters that the last row of a table has to match. */
const NUMBERS = [
  'member',
  'profile',
  'ordinal',
  'journal',
  'request',
  'transfer',
  'adjustment',
] as const satisfies (keyof State['numbers'])[]

type Head = { seq: bigint; now: Date } & Record<(typeof NUMBERS)[number], number>

async function readHead(tx: Tx): Promise<Head> {
  const { rows } = await sql<Head>`select clock_timestamp() as now,
    coalesce((select max(seq) from commands), 0)::int8 as seq,
    coalesce((select max(no) from members), 0)::float8 as member,
    coalesce((select max(no) from profiles), 0)::float8 as profile,
    coalesce((select max(ordinal) from seats), 0)::float8 as ordinal,
    coalesce((select max(no) from journals), 0)::float8 as journal,
    coalesce((select max(no) from deposit_requests), 0)::float8 as request,
    coalesce((select max(no) from transfers), 0)::float8 as transfer,
    coalesce((select max(no) from adjustments), 0)::float8 as adjustment`.execute(tx)
  const [head] = rows
  if (!head) throw new Error('the log has no head')
  return head
}

/**
 * Replays what was logged after the snapshot, in one database snapshot.
 * @throws ForeignSnapshot, WrongSnapshot, BrokenLog, or what the database throws
 */
export async function followSnapshot(db: Db, snapshot: Snapshot): Promise<Memory> {
  return await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      await sql`set local statement_timeout = 0`.execute(tx)
      await requireSameLog(tx, snapshot)
      const head = await readHead(tx)
      const behind = Number(head.seq) - snapshot.seq
      if (behind > Math.max(ALWAYS_REPLAYED, Number(head.seq) * MAX_LOG_SHARE)) {
        throw new WrongSnapshot(`it is ${behind} commands behind: the tables load faster`)
      }
      const memory: Memory = { ...snapshot, checkedAt: head.now.getTime(), sealed: false }
      await catchUp(tx, memory)
      await compareWithTables(tx, memory.state, head)
      return memory
    })
}

/** The log has to contain the snapshot's last command, from the same batch. */
export async function requireSameLog(tx: Tx, { seq, batch }: Snapshot): Promise<void> {
  if (await hasBatch(tx, { seq, batch })) return
  throw new ForeignSnapshot(`batch ${batch}, which ends at command ${seq}, is not in the log`)
}

async function compareWithTables(tx: Tx, state: State, head: Head): Promise<void> {
  for (const name of NUMBERS) {
    if (state.numbers[name] === head[name]) continue
    throw new WrongSnapshot(`the last ${name} is ${state.numbers[name]}, not ${head[name]}`)
  }
  const houses = await tx
    .selectFrom('accounts')
    .select(['no', 'balance'])
    .where('no', '<', BigInt(FIRST_MEMBER_ACCOUNT))
    .execute()
  const balances = new Map(houses.map(({ no, balance }) => [Number(no), balance]))
  for (const { no, name } of HOUSE_ACCOUNTS) {
    const [ours, theirs] = [state.balances.get(no), balances.get(no) ?? 0n]
    if (ours !== theirs) throw new WrongSnapshot(`balance of ${name}: ${ours}, not ${theirs}`)
  }
  const sum = sumOfDollars(state)
  if (sum !== 0n) throw new WrongSnapshot(`all dollars together are ${sum}, not 0`)
}

/** The sum of all accounts in dollars, which double entry keeps at zero. */
function sumOfDollars({ balances }: State): bigint {
  let sum = 0n
  for (const balance of balances.cells().subarray(FIRST_MEMBER_ACCOUNT)) {
    // Within 64 bits, the engine needs no memory for each step.
    sum = BigInt.asIntN(64, sum + balance)
  }
  for (const { no } of HOUSE_ACCOUNTS) if (assetOf(no) === 'USD') sum += balances.get(no)
  return sum
}
