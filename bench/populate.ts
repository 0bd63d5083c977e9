/**
 * Large networks for measuring: the rules run in memory and the book's own writer stores what
 * they did, in large batches, so that a million seats are there in a minute or two. Of the command
 * log only the last row of each batch is kept unless `logs` asks for all: nothing here is replayed.
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
import type { Outcome } from '../src/server/book/submission.ts'
import { writeEvents } from '../src/server/book/write-events.ts'

const CHUNK = 20_000

/** A repeatable pseudo-random sequence, so that two runs measure the same network. */
export function makeRandom(seed: number): (below: number) => number {
  let x = seed >>> 0
  return (below) => {
    x = (Math.imul(x, 1664525) + 1013904223) >>> 0
    return Math.floor((x / 2 ** 32) * below)
  }
}

/** How a network grows: who sponsors the n-th member (members are numbered from 2). */
export type Growth = {
  readonly sponsorOf: (n: number) => number
  /** Stops when this many seats are taken, or members joined. */
  readonly isDone: (state: State) => boolean
  readonly activates: boolean | ((n: number) => boolean)
  /** What the plans cost and pay, if not the default. */
  readonly catalog?: Catalog
  /** When the commands up to a state happened, in milliseconds; now, if left out. */
  readonly timeOf?: (state: State) => number
}

type Grown = { readonly outcome: Outcome; readonly command: Command }

/** Founds a book in memory and grows a network in it, handing over each command's outcome. */
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

/** Writes the rows of commands that follow number `after`. */
async function writeCommands(tx: Tx, after: number, commands: readonly Command[], at: number) {
  const kinds = commands.map(({ kind }) => kind)
  const inputs = commands.map(encodeInput)
  const given = sql`unnest(${kinds}::text[], ${inputs}::text[]) with ordinality`
  await sql`insert into commands (seq, at, kind, by, input)
    select ${after} + no, ${new Date(at)}, kind, 'operator:bench', input::jsonb
    from ${given} as each (kind, input, no)`.execute(tx)
}

/** Stores a grown network in the tables of `db`. Answers the last state in memory. */
export async function populate(db: Db, growth: Growth): Promise<State> {
  const { timeOf = () => Date.now() } = growth
  // More steps in time than a chunk of the usual size has.
  const chunk = growth.timeOf ? CHUNK / 20 : CHUNK
  let waiting: Outcome[] = []
  let commands: Command[] = []
  const flush = async (at: number): Promise<void> => {
    const last = waiting.at(-1)?.seq ?? 0
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
  // The adjustments themselves are left out; the last number keeps the next ones from repeating.
  const { adjustment } = state.numbers
  if (adjustment > 0) {
    await sql`insert into adjustments (no, member_no, micros, reason, proposed_by, proposed_at,
        approved_by, approved_at)
      values (${adjustment}, 2, 1, 'bench', 'a', now(), 'b', now())`.execute(db)
  }
  await sql`vacuum analyze`.execute(db)
  return state
}
