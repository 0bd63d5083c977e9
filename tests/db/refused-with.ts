import type { Pool } from 'pg'

/** The code that a statement is refused with; `done` when it isn't. Nothing stays of it. */
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
