import { parentPort, workerData } from 'node:worker_threads'
import { openKysely, openPool } from '../../../db/pool.ts'
import { measureClock } from '../../clock/follow-clock.ts'
import { replayLog } from '../state/catch-up.ts'
import { compareStates, noDifferences, type Differences } from '../check/compare-states.ts'
import { foldState } from '../state/fold.ts'
import type { ToCompare } from './compare-later.ts'
import { requireSameLog } from './follow-snapshot.ts'
import { findOrigin } from './origin.ts'
import { readSnapshot } from './snapshot-file.ts'

// Loads the state twice, from the tables and from the snapshot, and compares every cell. Runs in a
// thread of its own, so that the process can still answer requests.

async function compare({ path, connectionString }: ToCompare): Promise<Differences> {
  const pool = openPool({ connectionString, name: 'state snapshot', statementTimeoutMs: 0 })
  try {
    const db = openKysely(pool)
    await measureClock(db)
    const folded = await foldState(pool)
    const snapshot = await readSnapshot(path, await findOrigin(db))
    await db.transaction().execute(async (tx) => {
      await requireSameLog(tx, snapshot)
      await replayLog(tx, snapshot, { until: folded.seq, onPage: () => Promise.resolve() })
    })
    const found = noDifferences()
    const [tables, replayed] = [folded.state, snapshot.state]
    compareStates(found, ['the tables say', tables], ['the snapshot says', replayed])
    return found
  } finally {
    await pool.end()
  }
}

// The main thread always passes these values.
const what = workerData as ToCompare
parentPort?.postMessage(await compare(what), [])
