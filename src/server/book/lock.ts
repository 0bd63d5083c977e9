/** The one lock under which commands get their order, whatever process gives them. */
import { sql } from 'kysely'
import type { Tx } from '../../db/types.ts'

/** "Twofold" as a number; any constant would do, as long as nothing else takes it. */
const LOCK = 7_960_363n

/**
 * Waits for the book's lock, which ends with the transaction, and answers the last sequence
 * number. Two statements: only the second one's snapshot sees what the holder before us wrote.
 */
export async function lockBook(tx: Tx): Promise<number> {
  await sql`select pg_advisory_xact_lock(${LOCK})`.execute(tx)
  const { rows } = await sql<{ seq: bigint | null }>`
    select seq from commands order by seq desc limit 1`.execute(tx)
  return Number(rows[0]?.seq ?? 0)
}
