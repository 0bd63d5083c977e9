import { sql } from 'kysely'
import type { Db } from '../../db/types.ts'
import { isLockTaken } from '../../db/errors.ts'
import { BadConfig } from '../config/config.ts'
import { readLeader } from '../forward/find-leader.ts'
import { hasLeaderLock, LEADER_LOCKS_NOW, openLockSession } from './locks.ts'

const TAKEN =
  'A ledger process (PROCESS=ledger) runs on this database, and PROCESS=all has its own ledger: ' +
  'stop the ledger processes, or run PROCESS=web and PROCESS=worker.'

/**
 * Lets processes with their own ledger write again after ledger processes did. It begins a new
 * epoch, which ends every earlier one.
 * @throws BadConfig while a ledger process runs
 */
export async function shareLedger(db: Db, directUrl: string): Promise<void> {
  if ((await readLeader(db)).address === null) return
  const session = await openLockSession(directUrl, 'none')
  try {
    await session.query('begin')
    await session.query(LEADER_LOCKS_NOW).catch((error: unknown) => {
      throw isLockTaken(error) ? new BadConfig(TAKEN) : error
    })
    await db.transaction().execute(async (tx) => {
      // Every batch takes this lock, so no batch of an earlier epoch is still running.
      await sql`select lock_book(0, 5000, 5000, 5000, 10000)`.execute(tx)
      const { has } = await tx
        .selectNoFrom(hasLeaderLock(session).as('has'))
        .executeTakeFirstOrThrow()
      if (!has) throw new BadConfig(TAKEN)
      await sql`update ledger_leader set epoch = epoch + 1, holder_id = gen_random_uuid(),
          address = null, alive_address = null, elected_at = clock_timestamp()
        where address is not null`.execute(tx)
    })
  } finally {
    await session.end()
  }
}
