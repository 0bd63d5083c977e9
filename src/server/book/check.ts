/**
 * The full check: recomputes balances, boards, open depths and seats from the append-only rows,
 * replays the whole command log through the rules, and compares all three.
 */
import type { Db } from '../../db/types.ts'
import type { Pool } from 'pg'
import { emptyState } from '../../domain/state.ts'
import { catchUp, type Memory } from './catch-up.ts'
import { checkRows } from './check-rows.ts'
import { compareStates, noDifferences, type Differences } from './compare-states.ts'
import { foldState } from './fold.ts'

export type Checked = {
  readonly differences: Differences
  readonly commands: number
  readonly members: number
  readonly seats: number
  readonly journals: number
  readonly checks: number
}

/** Checks the whole book, in one look at it: commands given meanwhile are left out. */
export async function checkBook(db: Db, pool: Pool): Promise<Checked> {
  const differences = noDifferences()
  const folded = await foldState(pool)
  const replayed: Memory = { state: emptyState(), seq: 0, at: 0 }
  await db.transaction().execute((tx) => catchUp(tx, replayed, folded.seq))
  if (replayed.seq !== folded.seq) {
    differences.count++
    differences.described.push(`the log ends at ${replayed.seq}, the tables at ${folded.seq}`)
  }
  compareStates(differences, ['the rows say', folded.state], ['the rules say', replayed.state])
  const checks = await checkRows(pool, differences)
  const { member, ordinal, journal } = folded.state.numbers
  const counts = { members: member, seats: ordinal, journals: journal, checks }
  return { differences, commands: folded.seq, ...counts }
}
