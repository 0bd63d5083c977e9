import { now } from '../../db/expressions.ts'
import type { Db } from '../../db/types.ts'

/** The time by the database's clock, which all processes share. */
export async function databaseTime(db: Db): Promise<Date> {
  const { at } = await db.selectNoFrom(now.as('at')).executeTakeFirstOrThrow()
  return at
}
