import { sql, type Expression, type RawBuilder } from 'kysely'
import type { Tx } from './types.ts'

// Advisory locks go by a name, because two numbers might be the same by mistake.

/**
 * The number of an advisory lock.
 * @param no which of several, such as the number of a member
 */
export const lockNumber = (
  name: string,
  no: number | bigint | Expression<bigint> = 0,
): RawBuilder<bigint> => sql`hashtextextended(${name}, ${no})`

/**
 * Waits for the other transactions that do the same, and makes later ones wait until this one ends.
 * So each of them sees, and can count, what the previous ones wrote.
 */
export async function takeTurn(tx: Tx, name: string, no = 0): Promise<void> {
  await sql`select pg_advisory_xact_lock(${lockNumber(name, no)})`.execute(tx)
}
