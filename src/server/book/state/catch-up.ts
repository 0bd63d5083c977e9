/** Replays the command log: for a writer that follows others, and for the check of the ledger. */
import type { RowOf, Tx } from '../../../db/types.ts'
import { apply, UnknownCommand, type Applied } from '../../../domain/book.ts'
import type { Command } from '../../../domain/ledger/command.ts'
import { digestOf } from '../../../domain/ledger/digest.ts'
import type { Effects } from '../../../domain/ledger/event.ts'
import { commit, mark, rollback, type State } from '../../../domain/ledger/state.ts'
import { decodeCommand } from '../rows/encode-command.ts'

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

/**
 * The same commands gave a different result here than in the process that wrote them. Either memory
 * is bad or the rules differ.
 */
export class DigestMismatch extends BrokenLog {
  override name = 'DigestMismatch'
}

/** The log uses a version of the rules, or a kind of command, that this process doesn't know. */
export class RulesTooOld extends BrokenLog {
  override name = 'RulesTooOld'
}

const NEWER = 'Replace it with a newer version of the product.'

/** @throws RulesTooOld */
export function requireRules({ newestRules }: State, version: number): void {
  if (version <= newestRules) return
  throw new RulesTooOld(
    `The ledger follows version ${version} of the rules, and this process knows ${newestRules} ` +
      `at most. ${NEWER}`,
  )
}

const PAGE = 5_000
const BATCHES_AT_ONCE = 500

type CommandRow = RowOf<'commands', 'seq' | 'at' | 'kind' | 'submission'> & {
  input: string
}

/** What an accepted command did, its number in the log, and its time (milliseconds). */
export type Outcome = { readonly seq: number; readonly at: number; readonly effects: Effects }

/** A logged command, and its effects here. */
export type Replayed = { readonly submission: string; readonly outcome: Outcome }

/** The last number to apply, and a callback for each page of commands. */
type Watch = {
  readonly until: number
  readonly onPage: (outcomes: readonly Outcome[]) => Promise<void>
}

/** The part of memory that catching up advances. */
export type Followed = Pick<Memory, 'state' | 'seq' | 'at'>

/** Replays all commands after `memory.seq` that are visible, whatever batch they belong to. */
export async function replayLog(tx: Tx, memory: Followed, { until, onPage }: Watch): Promise<void> {
  for (;;) {
    const rows = await readCommands(tx, memory.seq, until)
    await onPage(rows.map((row) => replay(memory, [row], null)).flat())
    if (rows.length < PAGE || memory.seq >= until) return
  }
}

/**
 * Follows other processes: applies the batches that they appended, in log order, and compares each
 * digest.
 * @param onReplayed called after each batch was applied
 */
export async function catchUp(
  tx: Tx,
  memory: Omit<Memory, 'checkedAt' | 'sealed'>,
  onReplayed: (commands: readonly Replayed[]) => void = () => {},
): Promise<void> {
  for (;;) {
    const batches = await readBatches(tx, memory.seq)
    const last = batches.at(-1)
    if (!last) return
    const rows = await readCommands(tx, memory.seq, Number(last.last_seq))
    let at = 0
    for (const batch of batches) {
      const next = at + Number(batch.last_seq) - memory.seq
      const own = rows.slice(at, next)
      const outcomes = replay(memory, own, batch)
      memory.batch = batch.writer
      at = next
      onReplayed(outcomes.map((outcome, i) => ({ submission: own[i]?.submission ?? '', outcome })))
    }
  }
}

type BatchRow = RowOf<'batches', 'last_seq' | 'writer' | 'digest'>

/** The next batches, with about a page of commands. */
async function readBatches(tx: Tx, after: number): Promise<BatchRow[]> {
  const batches = await tx
    .selectFrom('batches')
    .select(['last_seq', 'writer', 'digest'])
    .where('first_seq', '>', BigInt(after))
    .orderBy('first_seq')
    .limit(BATCHES_AT_ONCE)
    .execute()
  return batches.filter(({ last_seq: last }, i) => i === 0 || Number(last) <= after + PAGE)
}

function readCommands(tx: Tx, after: number, until: number): Promise<CommandRow[]> {
  const last = Number.isFinite(until) ? BigInt(until) : null
  return tx
    .selectFrom('commands')
    .select((eb) => [
      'seq',
      'at',
      'kind',
      'submission',
      eb.cast<string>('input', 'text').as('input'),
    ])
    .where('seq', '>', BigInt(after))
    .$if(last !== null, (query) => query.where('seq', '<=', last))
    .orderBy('seq')
    .limit(PAGE)
    .execute()
}

/** Applies all of these commands, or none. */
function replay(memory: Followed, rows: readonly CommandRow[], batch: BatchRow | null): Outcome[] {
  const before = mark(memory.state)
  try {
    let { seq } = memory
    const outcomes = rows.map((row) => applyRow(memory.state, row, ++seq))
    if (batch) requireSame(memory.state, outcomes, batch, seq)
    commit(memory.state)
    Object.assign(memory, { seq, at: outcomes.at(-1)?.at ?? memory.at })
    return outcomes
  } catch (error) {
    rollback(memory.state, before)
    throw error
  }
}

function requireSame(
  state: State,
  outcomes: readonly Outcome[],
  { last_seq: last, digest }: BatchRow,
  seq: number,
): void {
  if (seq !== Number(last)) throw new BrokenLog(`command ${seq + 1} is missing`)
  if (digest === null) return
  const own = digestOf(
    state,
    outcomes.map(({ effects }) => effects),
  )
  if (own === digest) return
  throw new DigestMismatch(`the batch up to command ${seq} gave digest ${own}, and not ${digest}`)
}

function applyRow(state: State, row: CommandRow, expected: number): Outcome {
  const { seq, at, kind, input } = row
  if (Number(seq) !== expected) throw new BrokenLog(`command ${expected} is missing`)
  const command = decodeCommand(kind, input)
  if (command.kind === 'raise_rules') requireRules(state, command.version)
  const applied = applyLogged(state, command, at.getTime(), expected)
  if ('refusal' in applied) {
    const { code } = applied.refusal
    throw new BrokenLog(`command ${seq} was accepted, and is refused now: ${code}`)
  }
  return { seq: expected, at: at.getTime(), effects: applied }
}

function applyLogged(state: State, command: Command, at: number, seq: number): Applied {
  try {
    return apply(state, command, at)
  } catch (error) {
    if (!(error instanceof UnknownCommand)) throw error
    const what = `This process doesn't know command ${seq} of the ledger: ${error.message}.`
    throw new RulesTooOld(`${what} ${NEWER}`, { cause: error })
  }
}
