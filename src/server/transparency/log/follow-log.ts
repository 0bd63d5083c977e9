import { nowMs } from '../../../clock/clock.ts'
import { pause } from '../../../clock/waits.ts'
import type { Db } from '../../../db/types.ts'
import { growLog, readLogSize } from './grow-log.ts'

/** While the log is less far behind than this, it leaves the processors to the ledger. */
const RECENT_MS = 90_000

/** The commands in one such step, and the pause after it as a multiple of its duration. */
const GENTLE_COMMANDS = 1_000
const REST = 19

/** Whether the next command to add is a recent one; false if there is none. */
async function isRecent(db: Db): Promise<boolean> {
  const next = await db
    .selectFrom('commands')
    .select('at')
    .where('seq', '=', BigInt((await readLogSize(db)) + 1))
    .executeTakeFirst()
  return next !== undefined && nowMs() - next.at.getTime() < RECENT_MS
}

/**
 * Adds all commands to the log. A command may wait two minutes for its checkpoint, so we add recent
 * ones slowly. This keeps the ledger fast during a burst, even on two cores. If the log is further
 * behind, we add commands as fast as we can.
 */
export async function followLog(db: Db, stopping: AbortSignal): Promise<void> {
  while (!stopping.aborted) {
    const started = performance.now()
    const gentle = await isRecent(db)
    const added = await growLog(db, Infinity, gentle ? GENTLE_COMMANDS : undefined)
    if (added === 0) return
    if (!gentle || added < GENTLE_COMMANDS) continue
    await pause(REST * (performance.now() - started), stopping)
  }
}
