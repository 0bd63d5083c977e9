/**
 * The keys that hide data that only some may read. They are random, created on first use, and
 * stored in the database: anyone who can read them there can also read the hidden data.
 */
import { randomBytes } from 'node:crypto'
import { anyOf } from '../../../db/expressions.ts'
import type { Db } from '../../../db/types.ts'
import { monthOf } from '../../../domain/time/time.ts'

const KEY_BYTES = 32
const OPERATORS = 'operators'

export type LogKeys = {
  readonly operators: Uint8Array
  readonly ofMonth: (at: Date) => Uint8Array
  readonly ofMember: (no: number) => Uint8Array
}

/** The data in a slice of the log that needs keys. */
type Needed = { readonly times: readonly Date[]; readonly members: readonly number[] }

/** Creates missing keys. */
export async function makeLogKeys(db: Db, { times, members }: Needed): Promise<void> {
  const names = new Set([OPERATORS, ...times.map((at) => monthOf(at.getTime()))])
  await db
    .insertInto('log_keys')
    .values([...names].map((name) => ({ name, key: randomBytes(KEY_BYTES) })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  if (members.length === 0) return
  await db
    .insertInto('log_member_keys')
    .values([...new Set(members)].map((no) => ({ member_no: no, key: randomBytes(KEY_BYTES) })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

function requireKey(key: Uint8Array | undefined): Uint8Array {
  if (!key) throw new Error('a key of the public log is missing')
  return key
}

/** Reads the keys. Throws if one is missing. */
export async function readLogKeys(db: Db, { times, members }: Needed): Promise<LogKeys> {
  const named = await db
    .selectFrom('log_keys')
    .select(['name', 'key'])
    .where('name', 'in', [OPERATORS, ...new Set(times.map((at) => monthOf(at.getTime())))])
    .execute()
  const owned = await db
    .selectFrom('log_member_keys')
    .select(['member_no', 'key'])
    .where('member_no', '=', anyOf([0, ...new Set(members)], 'int'))
    .execute()
  const byName = new Map(named.map(({ name, key }) => [name, key]))
  const byMember = new Map(owned.map(({ member_no: no, key }) => [no, key]))
  return {
    operators: requireKey(byName.get(OPERATORS)),
    ofMonth: (at) => requireKey(byName.get(monthOf(at.getTime()))),
    ofMember: (no) => requireKey(byMember.get(no)),
  }
}
