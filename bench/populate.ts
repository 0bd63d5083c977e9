/**
 * Large networks for measurements. The rules run in memory, and the book's own writer stores the
 * results in large batches, so a million seats take a minute or two. The command log keeps only the
 * last row of each batch unless `logs` asks for all, because nothing here replays it.
 */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Db, Tx } from '../src/db/types.ts'
import { apply, FOUNDING } from '../src/domain/book.ts'
import type { Command } from '../src/domain/ledger/command.ts'
import type { Catalog } from '../src/domain/money/catalog.ts'
import { micros } from '../src/domain/money/money.ts'
import { commit, emptyState, type State } from '../src/domain/ledger/state.ts'
import { encodeInput } from '../src/server/book/rows/encode-command.ts'
import type { Outcome } from '../src/server/book/state/catch-up.ts'
import { writeEvents } from '../src/server/book/rows/write-events.ts'
import { extendPostings } from '../src/server/leader/extend-postings.ts'
import { until } from '../tests/support/poll.ts'
import { BENCH_FOLDER } from './database.ts'

const CHUNK = 20_000

/** How a network grows: the sponsor of the n-th member (members are numbered from 2). */
export type Growth = {
  readonly sponsorOf: (n: number) => number
  /** Stops when this many seats are taken, or this many members have joined. */
  readonly isDone: (state: State) => boolean
  readonly activates: boolean | ((n: number) => boolean)
  /** The plans' prices and rewards, if not the default. */
  readonly catalog?: Catalog
  /** The time of the commands up to a state, in milliseconds; now if missing. */
  readonly timeOf?: (state: State) => number
}

type Grown = { readonly outcome: Outcome; readonly command: Command }

/** Founds a ledger in memory and grows a network in it, passing on each command's outcome. */
async function grow(growth: Growth, onOutcome: (grown: Grown, state: State) => Promise<void>) {
  const state = emptyState()
  let seq = 0
  const run = async (command: Command): Promise<void> => {
    const applied = apply(state, command, 0)
    if ('refusal' in applied) throw new Error(applied.refusal.code)
    commit(state)
    await onOutcome({ outcome: { seq: ++seq, at: 0, effects: applied }, command }, state)
  }
  await run(FOUNDING)
  const { catalog } = growth
  if (catalog) await run({ kind: 'publish_catalog', catalog, operator: 'a' })
  let activating = 0
  const amountMicros = micros(1_000_000n)
  for (let n = 0; !growth.isDone(state); n++) {
    await run({ kind: 'register', sponsor: growth.sponsorOf(n) })
    const { activates } = growth
    if (typeof activates === 'boolean' ? !activates : !activates(n)) continue
    activating++
    const member = n + 2
    await run({ kind: 'propose_adjustment', member, amountMicros, operator: 'a', reason: 'bench' })
    await run({ kind: 'approve_adjustment', adjustment: activating, operator: 'b' })
    await run({ kind: 'activate', member, profile: state.numbers.profile })
  }
  return state
}

/** Writes the rows of commands after number `after`. */
async function writeCommands(tx: Tx, after: number, commands: readonly Command[], at: number) {
  const kinds = commands.map(({ kind }) => kind)
  const inputs = commands.map(encodeInput)
  const given = sql`unnest(${kinds}::text[], ${inputs}::text[]) with ordinality`
  await sql`insert into commands (seq, at, kind, by, input)
    select ${after} + no, ${new Date(at)}, kind, 'operator:bench', input::jsonb
    from ${given} as each (kind, input, no)`.execute(tx)
}

/**
 * While we load a new database on our own server, full pages in the WAL protect nothing, and they
 * would be most of what a large load writes. Someone else's server keeps its setting.
 */
async function setFullPageWrites(db: Db, wanted: 'on' | 'off'): Promise<void> {
  const read = async (name: string) => {
    const { rows } = await sql<{ setting: string }>`
      select setting from pg_settings where name = ${name}`.execute(db)
    return rows[0]?.setting
  }
  if (!(await read('data_directory'))?.includes(BENCH_FOLDER)) return
  await sql`alter system set full_page_writes = ${sql.lit(wanted)}`.execute(db)
  await sql`select pg_reload_conf()`.execute(db)
  await until(`full_page_writes ${wanted}`, async () => (await read('full_page_writes')) === wanted)
}

/** Stores a grown network in the tables of `db`. Returns the last state in memory. */
export async function populate(db: Db, growth: Growth): Promise<State> {
  await setFullPageWrites(db, 'off')
  try {
    return await load(db, growth)
  } finally {
    await setFullPageWrites(db, 'on')
  }
}

async function load(db: Db, growth: Growth): Promise<State> {
  const { timeOf = () => Date.now() } = growth
  // More steps in time than a chunk of the usual size has.
  const chunk = growth.timeOf ? CHUNK / 20 : CHUNK
  let waiting: Outcome[] = []
  let commands: Command[] = []
  const flush = async (at: number): Promise<void> => {
    const last = waiting.at(-1)?.seq ?? 0
    await extendPostings(db)
    await db.transaction().execute(async (tx) => {
      await writeEvents(tx, waiting, at)
      await writeCommands(tx, last - waiting.length, commands, at)
      await sql`insert into batches (first_seq, last_seq, writer, epoch)
        values (${last}, ${last}, ${randomUUID()}, 0)`.execute(tx)
    })
    waiting = []
    commands = []
  }
  await sql`alter table commands disable trigger commands_dense`.execute(db)
  const state = await grow(growth, async ({ outcome, command }, grown) => {
    const { seq, at, effects } = outcome
    commands.push(command)
    const events = effects.events.filter(({ event }) => event !== 'adjustment')
    waiting.push({ seq, at, effects: { events } })
    if (waiting.length >= chunk) await flush(timeOf(grown))
  })
  await flush(timeOf(state))
  await sql`alter table commands enable trigger commands_dense`.execute(db)
  // Leaves out the adjustments themselves. The last number keeps later ones from reusing it.
  const { adjustment } = state.numbers
  if (adjustment > 0) {
    await sql`insert into adjustments (no, member_no, micros, reason, proposed_by, proposed_at,
        approved_by, approved_at)
      values (${adjustment}, 2, 1, 'bench', 'a', now(), 'b', now())`.execute(db)
  }
  await sql`vacuum analyze`.execute(db)
  return state
}
