/**
 * Becoming the leader: starts a new epoch, after which batches of earlier epochs no longer count.
 */
import { sql } from 'kysely'
import type { Db } from '../../db/types.ts'
import type { Memory } from '../book/state/catch-up.ts'
import {
  Deposed,
  LostHistory,
  followTo,
  lockBook,
  type BatchLimits,
  type Fence,
} from '../book/head.ts'
import type { RecentOutcomes } from '../book/state/recent-outcomes.ts'
import { hasLeaderLock, type LockSession } from './locks.ts'

export type Election = {
  readonly db: Db
  readonly memory: Memory
  readonly limits: BatchLimits
  readonly recent: RecentOutcomes | null
  readonly holder: string
  /** The session that has the leader's lock. */
  readonly lock: LockSession
  /** Null for a process with its own ledger and no port. */
  readonly places: { readonly address: string; readonly aliveAddress: string } | null
}

type LeaderFence = Exclude<Fence, 'shared'>

/**
 * Brings memory to the head of the log and begins the next epoch, in one transaction under the lock
 * that every batch takes. So no batch of the previous epoch can be running. With a standby, its
 * COMMIT also waits until everything that we have read is safe there. It requires the leader's
 * lock, so that the lock and the row don't name different processes for long.
 * @throws Deposed, LostHistory, or BrokenLog if the log has rules that this process doesn't know
 */
export async function elect(election: Election): Promise<LeaderFence> {
  const { db, memory, holder, lock, places } = election
  const epoch = await db.transaction().execute(async (tx) => {
    const head = await lockBook(tx, memory, { ...election, fence: null })
    await followTo(tx, memory, head, election.recent)
    const { rows } = await sql<{ epoch: bigint }>`with elected as (
        update ledger_leader set epoch = epoch + 1, holder_id = ${holder},
          address = ${places?.address ?? null}, alive_address = ${places?.aliveAddress ?? null},
          elected_at = clock_timestamp()
        where ${hasLeaderLock(lock)} returning epoch)
      select epoch, pg_notify('ledger_leader', epoch::text) from elected`.execute(tx)
    const [row] = rows
    if (!row) throw new Deposed('this process no longer has the leader’s lock')
    return Number(row.epoch)
  })
  memory.sealed = true
  return { holder, epoch }
}

/**
 * Checks that the database still has everything in memory. A follower reads without the lock, so it
 * has to check first.
 * @throws LostHistory
 */
export async function requireHistory(db: Db, memory: Memory): Promise<number> {
  const { rows } = await sql<{ seq: bigint; batch: string | null; clock_ms: bigint }>`
    select coalesce((select c.seq from commands c order by c.seq desc limit 1), 0) as seq,
      (select b.writer from batches b where b.first_seq <= ${memory.seq}
        order by b.first_seq desc limit 1) as batch,
      (extract(epoch from clock_timestamp()) * 1000)::bigint as clock_ms`.execute(db)
  const [row] = rows
  if (!row) throw new Error('the log gave no head')
  const head = { seq: Number(row.seq), batch: row.batch, clockMs: Number(row.clock_ms) }
  if (head.seq < memory.seq || head.batch !== memory.batch) throw new LostHistory(memory, head)
  memory.checkedAt = head.clockMs
  return head.seq
}
