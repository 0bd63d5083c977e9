import { sql } from 'kysely'
import type { Db } from '../../../src/db/types.ts'
import { until } from '../../support/poll.ts'

export type Statement = ReturnType<typeof sql>

/** Runs work that must wait for a transaction with these statements. Returns its result. */
export async function behind<Answer>(
  db: Db,
  statements: readonly Statement[],
  work: () => Promise<Answer>,
): Promise<Answer> {
  const { done } = await db.transaction().execute(async (tx) => {
    for (const statement of statements) await statement.execute(tx)
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
    const begun = work()
    await until('the work to wait', async () => {
      const { rows: held } = await sql`select 1 from pg_stat_activity
        where datname = current_database()
          and ${rows[0]?.pid} = any (pg_blocking_pids(pid))`.execute(db)
      return held.length > 0
    })
    return { done: begun }
  })
  return await done
}

/** How many of a database's sessions wait for a lock. */
export async function countWaiting(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  return rows[0]?.count ?? 0
}

/** Changes an operator while every batch waits, with their commands already on the way. */
export const removalOf = (username: string, change: Statement): Statement[] => [
  sql`lock table batch_lock in exclusive mode`,
  sql`update operators set ${change} where username = ${username}`,
]
