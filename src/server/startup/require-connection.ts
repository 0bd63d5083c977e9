import type { Pool } from 'pg'

/** The database isn't there, or refuses us. The message names the variable to check. */
export class NoConnection extends Error {
  override name = 'NoConnection'
}

/** Node ends the reasons of an unknown authority with advice about its own options. */
const ROOT_HINT = '; if the root CA is installed locally'

/** Otherwise, the first statement would fail with the driver's error and a stack. */
export async function requireConnection(pool: Pool, variable: string): Promise<void> {
  try {
    const client = await pool.connect()
    client.release()
  } catch (error) {
    const [reason = '', hint] = reasonOf(error).split(ROOT_HINT)
    const where = hint === undefined ? variable : `${variable}, and the file in its sslrootcert`
    const message = `Can't connect to the database: ${reason}. Check ${where}.`
    throw new NoConnection(message, { cause: error })
  }
}

/** A name with several addresses fails with one error for each, and has no message of its own. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join(', ')
  return error instanceof Error ? error.message : String(error)
}
