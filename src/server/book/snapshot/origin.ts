import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { endianness } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import type { Db } from '../../../db/types.ts'

/** The code and the database that a snapshot belongs to. */
export type Origin = { readonly fingerprint: string; readonly system: string }

/** The code and the database cluster that this process runs with. */
export async function findOrigin(db: Db): Promise<Origin> {
  const { rows } = await sql<{ system: string }>`
    select system_identifier::text as system from pg_control_system()`.execute(db)
  const [row] = rows
  if (!row) throw new Error('the database has no identifier')
  return { fingerprint: await fingerprint(), system: row.system }
}

/** The rules, and all code that lays out the state or reads the log. */
const ROOMS = ['../../../domain/', '../']

let known: Promise<string> | undefined

/**
 * Identifies the layout of the state and the rules that made it: the hash of their source. Only the
 * same code may use a snapshot. There is no version number that someone could forget to raise.
 */
const fingerprint = (): Promise<string> => (known ??= read())

async function read(): Promise<string> {
  const hash = createHash('sha256').update(endianness())
  for (const room of ROOMS) {
    const folder = fileURLToPath(new URL(room, import.meta.url))
    const names = await readdir(folder, { recursive: true })
    for (const name of names.filter((each) => /\.[jt]s$/.test(each)).toSorted()) {
      hash.update(`${name}\n`).update(await readFile(join(folder, name)))
    }
  }
  return hash.digest('hex')
}
