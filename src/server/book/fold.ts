/** The state as a fold of the tables, for the start: everything in one snapshot. */
import type { Pool, PoolClient } from 'pg'
import { emptyState, type State } from '../../domain/state.ts'
import { foldMember, foldSeats } from '../../domain/network/fold.ts'
import { OWNER, PACKED, VERSION_SHIFT } from '../../domain/network/seats.ts'
import type { Memory } from './catch-up.ts'
import { foldOpen } from './fold-open.ts'
import { readBinary } from './read-binary.ts'

type Counts = {
  seq: bigint
  at: Date | null
  members: number
  profiles: number
  ordinals: number
  accounts: bigint
  journals: bigint
}

const COUNTS = `select
  coalesce((select max(seq) from commands), 0)::int8 as seq,
  (select at from commands order by seq desc limit 1) as at,
  coalesce((select max(no) from members), 0)::int4 as members,
  coalesce((select max(no) from profiles), 0)::int4 as profiles,
  (select count(*) from seats)::int4 as ordinals,
  coalesce((select max(no) from accounts), 0)::int8 as accounts,
  coalesce((select max(no) from journals), 0)::int8 as journals`

/** Reads the whole state from the tables. */
export async function foldState(pool: Pool): Promise<Memory> {
  const client = await pool.connect()
  let done = false
  try {
    await client.query('begin isolation level repeatable read read only')
    await client.query('set local statement_timeout = 0')
    const { rows } = await client.query<Counts>(COUNTS)
    const counts = rows[0]
    if (!counts) throw new Error('the book has no counts')
    const state = emptyState()
    await foldNetwork(client, state, counts)
    await foldBalances(client, state, counts)
    await foldOpen(client, state)
    await client.query('commit')
    done = true
    return { state, seq: Number(counts.seq), at: counts.at?.getTime() ?? 0 }
  } finally {
    // A connection that failed half-way through a COPY is of no more use.
    client.release(!done)
  }
}

async function foldNetwork(client: PoolClient, state: State, counts: Counts): Promise<void> {
  const { numbers, members, seats } = state
  Object.assign(numbers, {
    member: counts.members,
    profile: counts.profiles,
    ordinal: counts.ordinals,
    journal: Number(counts.journals),
  })
  members.reserve(counts.members + 1)
  seats.reserve(counts.profiles + 1)
  state.holdings.reserve(counts.members + 1)
  await readBinary(
    client,
    `select no, coalesce(sponsor_no, 0), suspended::int4 + 2 * auto_upgrade::int4 from members`,
    [4, 4, 4],
    (row, [no, sponsor, flags]) => {
      const bits = row.readInt32BE(flags)
      const [suspended, auto] = [(bits & 1) !== 0, (bits & 2) !== 0]
      foldMember(state, row.readInt32BE(no), row.readInt32BE(sponsor), suspended, auto)
    },
  )
  const cells = seats.cells()
  await readBinary(
    client,
    `select no, member_no, plan + (catalogue_version << ${VERSION_SHIFT}) from profiles`,
    [4, 4, 4],
    (row, [no, member, packed]) => {
      const at = row.readInt32BE(no) * seats.stride
      cells[at + OWNER] = row.readInt32BE(member)
      cells[at + PACKED] = row.readInt32BE(packed)
    },
  )
  const order = new Int32Array(counts.ordinals)
  const parents = new Int32Array(counts.profiles + 1)
  const sides = new Uint8Array(counts.profiles + 1)
  await readBinary(
    client,
    `select profile_no, ordinal, coalesce(parent_no * 2 + side, 0) from seats`,
    [4, 4, 4],
    (row, [profile, ordinal, position]) => {
      const no = row.readInt32BE(profile)
      order[row.readInt32BE(ordinal) - 1] = no
      parents[no] = row.readInt32BE(position) >> 1
      sides[no] = row.readInt32BE(position) & 1
    },
  )
  foldSeats(state, order, parents, sides)
}

async function foldBalances(client: PoolClient, state: State, counts: Counts): Promise<void> {
  state.balances.reserve(Number(counts.accounts) + 1)
  const cells = state.balances.cells()
  await readBinary(
    client,
    'select no, balance from accounts where balance <> 0',
    [8, 8],
    (row, [no, balance]) => {
      cells[Number(row.readBigInt64BE(no))] = row.readBigInt64BE(balance)
    },
  )
}
