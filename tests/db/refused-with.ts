import type { Pool } from 'pg'

/** The error code of a statement; `done` if it succeeds. It leaves no trace. */
export async function refusedWith(pool: Pool, statement: string): Promise<string> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query(statement)
    return 'done'
  } catch (error) {
    return (error as { code?: string }).code ?? String(error)
  } finally {
    await client.query('rollback')
    client.release()
  }
}
