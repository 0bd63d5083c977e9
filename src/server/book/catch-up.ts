/** Following what other processes appended: their commands, applied again in their order. */
import { sql } from 'kysely'
import type { Tx } from '../../db/types.ts'
import { apply } from '../../domain/book.ts'
import { commit, mark, rollback, type State } from '../../domain/state.ts'
import { decodeCommand } from './encode-command.ts'

/** The state in memory and how far it has followed the command log. */
export type Memory = {
  state: State
  /** The last command that the state holds. */
  seq: number
  /** Its time, in milliseconds: time never runs back. */
  at: number
}

/** The command log has a gap, or a command that the rules cannot have accepted. */
export class BrokenLog extends Error {
  override name = 'BrokenLog'
}

const PAGE = 5_000

type Row = { seq: bigint; at: Date; kind: string; input: string }

/** Applies all commands after `memory.seq` that the transaction can see. */
export async function catchUp(tx: Tx, memory: Memory, until = Infinity): Promise<void> {
  for (;;) {
    const { rows } = await sql<Row>`
      select seq, at, kind, input::text as input from commands
      where seq > ${memory.seq} order by seq limit ${PAGE}`.execute(tx)
    for (const row of rows) {
      if (Number(row.seq) > until) return
      replayRow(memory, row)
    }
    if (rows.length < PAGE) return
  }
}

function replayRow(memory: Memory, { seq, at, kind, input }: Row): void {
  if (Number(seq) !== memory.seq + 1) throw new BrokenLog(`command ${memory.seq + 1} is missing`)
  const before = mark(memory.state)
  try {
    const applied = apply(memory.state, decodeCommand(kind, input), at.getTime())
    if ('refusal' in applied) {
      const { code } = applied.refusal
      throw new BrokenLog(`command ${seq} was accepted, and is refused now: ${code}`)
    }
    commit(memory.state)
  } catch (error) {
    rollback(memory.state, before)
    throw error
  }
  memory.seq = Number(seq)
  memory.at = at.getTime()
}
