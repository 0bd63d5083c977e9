import { hash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

// A file in migrations/ expands: the previous version works with its result. A file in
// migrations/contract/ makes no such promise, and runs once no older process is left.

const expanding = fileURLToPath(new URL('./migrations/', import.meta.url))
const contracting = fileURLToPath(new URL('./migrations/contract/', import.meta.url))

export type Migration = { name: string; sql: string; checksum: string }

/** A file that begins with this line runs statement by statement, as `concurrently` requires. */
export const NO_TRANSACTION = '-- no transaction'

/** The expanding migrations of this version, in the order in which they run. */
export const readMigrations = (): Promise<Migration[]> => readFolder(expanding)

/** The contracting migrations of this version, in the order in which they run. */
export const readContractions = (): Promise<Migration[]> => readFolder(contracting)

async function readFolder(folder: string): Promise<Migration[]> {
  const found = await readdir(folder).catch(() => [])
  const names = found.filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(join(folder, name), 'utf8')
      return { name, sql, checksum: hash('sha256', sql) }
    }),
  )
}

/** A version of the schema: the number of its last expanding migration. */
export const schemaVersion = (files: readonly Migration[]): number =>
  Math.max(0, ...files.map(({ name }) => Number.parseInt(name, 10)))

/** The oldest schema version that still works once a contracting migration ran: `-- floor: 12`. */
export function floorOf({ name, sql }: Migration): number {
  const floor = /^-- floor: (\d+)$/m.exec(sql)?.[1]
  if (floor === undefined) throw new Error(`${name} has no floor line, such as "-- floor: 12".`)
  return Number(floor)
}

/** The statements of a file without a transaction. Each ends with `;` and a line break. */
export const statementsOf = ({ sql }: Migration): string[] =>
  sql
    .replaceAll(/^--.*$/gm, '')
    .split(/;\s*(?:\n|$)/)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '')
