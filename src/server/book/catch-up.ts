/** Follows other processes: applies the commands that they appended, in log order. */
import { lit } from '../../db/expressions.ts'
import type { RowOf, Tx } from '../../db/types.ts'
import { apply } from '../../domain/book.ts'
import { commit, mark, rollback, type State } from '../../domain/ledger/state.ts'
import { decodeCommand } from './rows/encode-command.ts'
import type { Outcome } from './submission.ts'

/** The state in memory and how far it has followed the command log. */
export type Memory = {
  state: State
  /** The last command applied to the state. */
  seq: number
  /** Its time, in milliseconds. Times in the log never decrease. */
  at: number
  /** The batch that wrote it. The number alone could also match a different history. */
  batch: string | null
  /** When the database last confirmed all of this, by its own clock. */
  checkedAt: number
  /** Whether one of our writes has committed since we loaded the state (see `batch.ts`). */
  sealed: boolean
}

/** The command log has a gap, or contains a command that the rules would have refused. */
export class BrokenLog extends Error {
  override name = 'BrokenLog'
}

const PAGE = 5_000

type CommandRow = RowOf<'commands', 'seq' | 'at' | 'kind'> & {
  input: string
}

/** The last number to apply, and a callback for each page of commands. */
type Watch = {
  readonly until: number
  readonly onPage: (outcomes: readonly Outcome[]) => Promise<void>
}

/** The part of memory that catching up advances. */
export type Followed = Pick<Memory, 'state' | 'seq' | 'at'> & { batch?: Memory['batch'] }

/** Applies all commands after `memory.seq` that are visible to the transaction. */
export async function catchUp(tx: Tx, memory: Followed, watch?: Watch): Promise<void> {
  const until = watch?.until ?? Infinity
  for (;;) {
    const rows = await tx
      .selectFrom('commands')
      .select((eb) => ['seq', 'at', 'kind', eb.cast<string>('input', 'text').as('input')])
      .where('seq', '>', BigInt(memory.seq))
      .orderBy('seq')
      .limit(PAGE)
      .execute()
    const last = rows.at(-1)
    // Read this before applying anything, so that no error can separate the two updates.
    const batch = last && memory.batch !== undefined ? await readBatch(tx, last.seq) : undefined
    const outcomes: Outcome[] = []
    for (const row of rows) {
      if (Number(row.seq) > until) break
      const outcome = replayRow(memory, row)
      if (watch) outcomes.push(outcome)
    }
    if (batch !== undefined) memory.batch = batch
    await watch?.onPage(outcomes)
    if (rows.length < PAGE || memory.seq >= until) return
  }
}

/** The batch that holds a command. */
async function readBatch(tx: Tx, seq: bigint): Promise<string | null> {
  const row = await tx
    .selectFrom('batches')
    .select('writer')
    .where('first_seq', '<=', seq)
    .orderBy('first_seq', 'desc')
    .limit(lit(1))
    .executeTakeFirst()
  return row?.writer ?? null
}

function replayRow(memory: Followed, { seq, at, kind, input }: CommandRow): Outcome {
  if (Number(seq) !== memory.seq + 1) throw new BrokenLog(`command ${memory.seq + 1} is missing`)
  const before = mark(memory.state)
  try {
    const applied = apply(memory.state, decodeCommand(kind, input), at.getTime())
    if ('refusal' in applied) {
      const { code } = applied.refusal
      throw new BrokenLog(`command ${seq} was accepted, and is refused now: ${code}`)
    }
    commit(memory.state)
    memory.seq = Number(seq)
    memory.at = at.getTime()
    return { seq: memory.seq, at: memory.at, effects: applied }
  } catch (error) {
    rollback(memory.state, before)
    throw error
  }
}
