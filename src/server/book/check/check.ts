/**
 * The full check. It recomputes balances, boards, open depths and seats from the append-only rows,
 * replays the whole command log through the rules, and compares all three. It also compares every
 * row that the ledger writer wrote, closed ones included, with the command behind it.
 */
import type { Db } from '../../../db/types.ts'
import type { Pool } from 'pg'
import { emptyState } from '../../../domain/ledger/state.ts'
import { BrokenLog, replayLog, RulesTooOld, type Followed, type Memory } from '../state/catch-up.ts'
import { checkRows } from './check-rows.ts'
import { compareRows } from './compare-rows.ts'
import { compareStates, differ, noDifferences, type Differences } from './compare-states.ts'
import { foldState } from '../state/fold.ts'

export type Checked = {
  readonly differences: Differences
  readonly commands: number
  readonly members: number
  readonly seats: number
  readonly journals: number
  readonly checks: number
}

/**
 * Checks the whole ledger in one snapshot. Commands submitted meanwhile are left out.
 * @throws RulesTooOld when a newer version of the product wrote some of the log
 */
export async function checkBook(db: Db, pool: Pool): Promise<Checked> {
  const differences = noDifferences()
  const folded = await foldState(pool)
  await compareWithLog(db, differences, folded)
  const checks = await checkRows(pool, differences)
  const { member, ordinal, journal } = folded.state.numbers
  const counts = { members: member, seats: ordinal, journals: journal, checks }
  return { differences, commands: folded.seq, ...counts }
}

/** Replays the log and reports where the rules' results differ from the rows. */
async function compareWithLog(db: Db, differences: Differences, folded: Memory): Promise<void> {
  const replayed: Followed = { state: emptyState(), seq: 0, at: 0 }
  try {
    // Use one snapshot, because open rows change with every command.
    await db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (tx) => {
        const { onPage, finish } = compareRows(tx, differences, replayed.state)
        await replayLog(tx, replayed, { until: folded.seq, onPage })
        compareWithFold(differences, folded, replayed)
        await replayLog(tx, replayed, { until: Infinity, onPage })
        await finish()
      })
  } catch (error) {
    if (!(error instanceof BrokenLog) || error instanceof RulesTooOld) throw error
    differ(differences, `the command log cannot be replayed: ${error.message}`)
  }
}

function compareWithFold(differences: Differences, folded: Memory, replayed: Followed): void {
  if (replayed.seq !== folded.seq) {
    differ(differences, `the log ends at ${replayed.seq}, the tables at ${folded.seq}`)
  }
  compareStates(differences, ['the rows say', folded.state], ['the rules say', replayed.state])
}
