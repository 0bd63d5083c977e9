/** Builds the startup state from the tables, in one snapshot. */
import type { Pool, PoolClient } from 'pg'
import { readLong } from '../../../db/connection/silence.ts'
import { emptyState, type State } from '../../../domain/ledger/state.ts'
import { foldMember, foldSeats } from '../../../domain/network/fold.ts'
import { OWNER, PACKED, VERSION_SHIFT } from '../../../domain/network/seats.ts'
import { requireRules, type Memory } from './catch-up.ts'
import { foldOpen, type OnEdited } from './fold-open.ts'
import { packed, readPacked, type PackedRead } from './read-packed.ts'

type Counts = {
  seq: bigint
  at: Date | null
  batch: string | null
  now: Date
  members: number
  profiles: number
  ordinals: number
  accounts: bigint
  journals: bigint
  rules: number
}

const COUNTS = `select
  coalesce((select max(seq) from commands), 0)::int8 as seq,
  (select at from commands order by seq desc limit 1) as at,
  (select writer from batches order by first_seq desc limit 1) as batch,
  clock_timestamp() as now,
  coalesce((select max(no) from members), 0)::int4 as members,
  coalesce((select max(no) from profiles), 0)::int4 as profiles,
  (select count(*) from seats)::int4 as ordinals,
  coalesce((select max(no) from accounts), 0)::int8 as accounts,
  coalesce((select max(no) from journals), 0)::int8 as journals,
  coalesce((select max(version) from rule_versions), 1)::int4 as rules`

/** A copy of the state that outlives the process and makes the next start faster. */
export type SavedState = {
  /** The newest copy that fits the log, advanced to its head. Null if there is none. */
  load(): Promise<Memory | null>
  /**
   * Compares what `load` used with the tables, in a thread. If they differ, it removes all copies
   * and calls back: memory is wrong and must be reloaded from the tables.
   */
  compare(onDiffers: (error: Error) => void): void
  /**
   * Writes a copy. A failure is only logged.
   * @param isChanging whether commands may change the state meanwhile, which costs a copy in memory
   */
  save(memory: Memory, isChanging?: boolean): Promise<void>
  /** Stops comparing, and saves the state unless it is null. */
  close(memory: Memory | null): Promise<void>
}

const ROWS_AT_ONCE = 1 << 20

/**
 * Reads the whole state from the tables, a fixed number of rows at a time.
 * @throws RulesTooOld
 */
export async function foldState(
  pool: Pool,
  rowsAtOnce = ROWS_AT_ONCE,
  onEdited: OnEdited = () => {},
  state = emptyState(),
): Promise<Memory> {
  const { seq, at, batch, now } = await inSnapshot(pool, async (client, counts) => {
    // Before we read tables that may have millions of rows, only to refuse them.
    requireRules(state, counts.rules)
    makeRoom(state, counts)
    const reads = [members(state), profiles(state), seats(state), balances(state, counts)]
    await readPacked(client, reads, rowsAtOnce)
    await foldOpen(client, state, onEdited)
  })
  const checkedAt = now.getTime()
  return { state, seq: Number(seq), at: at?.getTime() ?? 0, batch, checkedAt, sealed: false }
}

/** Reads members and seats only, for questions about the trees. */
export async function foldNetwork(pool: Pool): Promise<State> {
  const state = emptyState()
  await inSnapshot(pool, async (client, counts) => {
    makeRoom(state, { ...counts, accounts: 0n })
    await readPacked(client, [members(state), profiles(state), seats(state)], ROWS_AT_ONCE)
  })
  return state
}

/** Reads from one database snapshot. @returns the row counts at that moment */
async function inSnapshot(
  pool: Pool,
  read: (client: PoolClient, counts: Counts) => Promise<void>,
): Promise<Counts> {
  return await readLong(pool, async (client) => {
    await client.query('begin isolation level repeatable read read only')
    await client.query('set local statement_timeout = 0')
    const { rows } = await client.query<Counts>(COUNTS)
    const counts = rows[0]
    if (!counts) throw new Error('the book has no counts')
    await read(client, counts)
    await client.query('commit')
    return counts
  })
}

function makeRoom(state: State, counts: Counts): void {
  Object.assign(state.numbers, {
    member: counts.members,
    profile: counts.profiles,
    ordinal: counts.ordinals,
    journal: Number(counts.journals),
  })
  state.members.reserve(withSpare(counts.members))
  state.seats.reserve(withSpare(counts.profiles))
  state.holdings.reserve(withSpare(counts.members))
  state.balances.reserve(withSpare(Number(counts.accounts)))
}

/** Adds a tenth. Otherwise the first command would copy whole tables while it holds the lock. */
export const withSpare = (rows: number): number => Math.ceil(rows * 1.1) + 1

/** Eight bytes per member: the number, the sponsor (31 bits each) and two flags. */
function members(state: State): PackedRead {
  const row = `(no::int8 << 33) | (coalesce(sponsor_no, 0)::int8 << 2)
    | (suspended::int4 + 2 * auto_upgrade::int4)`
  return {
    last: state.numbers.member,
    makeQuery: (range) => `select ${packed(row, 8)} from members where ${range}`,
    onRows(rows) {
      for (let at = 0; at < rows.length; at += 8) {
        const [high, low] = [rows.readUInt32BE(at), rows.readUInt32BE(at + 4)]
        const sponsor = ((high & 1) << 30) | (low >>> 2)
        foldMember(state, high >>> 1, sponsor, (low & 1) !== 0, (low & 2) !== 0)
      }
    },
  }
}

function profiles({ numbers, seats }: State): PackedRead {
  const cells = seats.cells()
  const owner = packed('(no::int8 << 32) | member_no', 8)
  const plan = packed(`plan | (catalog_version << ${VERSION_SHIFT}) | (imported::int4 << 31)`, 4)
  return {
    last: numbers.profile,
    makeQuery: (range) => `select ${owner}, ${plan} from profiles where ${range}`,
    onRows(owners, plans) {
      for (let i = 0; 4 * i < plans.length; i++) {
        const at = owners.readInt32BE(8 * i) * seats.stride
        cells[at + OWNER] = owners.readInt32BE(8 * i + 4)
        cells[at + PACKED] = plans.readInt32BE(4 * i)
      }
    },
  }
}

function seats(state: State): PackedRead {
  const { ordinal, profile } = state.numbers
  const order = new Int32Array(ordinal)
  const parents = new Int32Array(profile + 1)
  const sides = new Uint8Array(profile + 1)
  const seat = packed('(no::int8 << 32) | profile_no', 8)
  const cell = packed('coalesce((parent_no << 1) | side, 0)', 4)
  const numbered = '(select ordinal as no, profile_no, parent_no, side from seats) as numbered'
  return {
    last: ordinal,
    makeQuery: (range) => `select ${seat}, ${cell} from ${numbered} where ${range}`,
    onRows(numbers, positions) {
      for (let i = 0; 4 * i < positions.length; i++) {
        const no = numbers.readInt32BE(8 * i + 4)
        const position = positions.readUInt32BE(4 * i)
        order[numbers.readInt32BE(8 * i) - 1] = no
        parents[no] = position >>> 1
        sides[no] = position & 1
      }
    },
    onEnd() {
      if (order.includes(0)) throw new Error('a seat is missing among the ordinals')
      foldSeats(state, order, parents, sides)
    },
  }
}

function balances(state: State, counts: Counts): PackedRead {
  const cells = state.balances.cells()
  const columns = `${packed('no', 8)}, ${packed('balance', 8)}`
  return {
    last: Number(counts.accounts),
    makeQuery: (range) => `select ${columns} from accounts where balance <> 0 and ${range}`,
    onRows(numbers, amounts) {
      for (let at = 0; at < numbers.length; at += 8) {
        cells[Number(numbers.readBigInt64BE(at))] = amounts.readBigInt64BE(at)
      }
    },
  }
}
