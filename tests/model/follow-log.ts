/** Feeds the command log to the model: the one order in which things happened. */
import type { Pool } from 'pg'
import { decodeCommand } from '../../src/server/book/rows/encode-command.ts'
import { play } from '../domain/naive/model.ts'
import { type Naive, emptyNaive } from '../domain/naive/state.ts'

export type Followed = {
  readonly naive: Naive
  seq: number
  /** How many commands of a kind each actor had accepted, by `actor kind`. */
  readonly counts: Map<string, number>
}

export const startFollowing = (): Followed => ({ naive: emptyNaive(), seq: 0, counts: new Map() })

type Row = { seq: bigint; at: Date; by: string; kind: string; input: string }

/** Plays the new entries of the log. Throws if the model would have refused one. */
export async function followLog(pool: Pool, followed: Followed): Promise<number> {
  const { rows } = await pool.query<Row>(
    'select seq, at, by, kind, input::text as input from commands where seq > $1 order by seq',
    [followed.seq],
  )
  for (const { seq, at, by, kind, input } of rows) {
    const refused = play(followed.naive, decodeCommand(kind, input), at.getTime())
    if (refused !== null) throw new Error(`the model refuses command ${seq} (${kind}): ${refused}`)
    const name = `${by} ${kind}`
    followed.counts.set(name, (followed.counts.get(name) ?? 0) + 1)
    followed.seq = Number(seq)
  }
  return rows.length
}
