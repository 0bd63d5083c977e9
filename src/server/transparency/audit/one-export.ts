import type { Pool } from 'pg'

/** A number for PostgreSQL's advisory locks: "audit" in ASCII. */
const LOCK = 0x6175646974

/** Another export runs on this database server. */
export class ExportRuns extends Error {
  override name = 'ExportRuns'
}

/**
 * Runs the work unless another export is running. The lock ends with its session, so `pool` must
 * not lead through a pooler.
 * @throws ExportRuns
 */
export async function withLock<T>(pool: Pool, work: () => Promise<T>): Promise<T> {
  const client = await pool.connect()
  try {
    const { rows } = await client.query<{ got: boolean }>(
      `select pg_try_advisory_lock(${LOCK}) as got`,
    )
    if (rows[0]?.got !== true) throw new ExportRuns('Another audit export runs. Wait for its end.')
    try {
      return await work()
    } finally {
      await client.query(`select pg_advisory_unlock(${LOCK})`)
    }
  } finally {
    client.release()
  }
}
