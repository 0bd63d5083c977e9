import { now } from '../../db/expressions.ts'
import type { Db, RowOf } from '../../db/types.ts'

// What a database belongs to since its first start in production.

export type PinName = RowOf<'installation_pins'>['name']

/** Stores the first value of a name. Returns the stored value. */
export async function pin(db: Db, name: PinName, value: string): Promise<string> {
  await db
    .insertInto('installation_pins')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  return (await findPin(db, name)) ?? value
}

export async function findPin(db: Db, name: PinName): Promise<string | undefined> {
  const kept = db.selectFrom('installation_pins').select('value').where('name', '=', name)
  return (await kept.executeTakeFirst())?.value
}

/** Only the worker's role has the right. */
export const rotatePin = (db: Db, name: PinName, value: string) =>
  db
    .insertInto('installation_pins')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value, pinned_at: now }))
    .execute()
