import { sql } from 'kysely'
import type { Db, Tx } from '../../db/types.ts'
import type { Catalogue } from '../../domain/catalogue.ts'
import { decode } from '../book/encode-command.ts'

export type Version = { version: number; catalogue: Catalogue }

// A version never changes once it is there, so one read of it serves the whole life of the process.
const known = new Map<number, Catalogue>()

async function readVersion(db: Db | Tx, version: number): Promise<Catalogue> {
  const found = known.get(version)
  if (found) return found
  const { rows } = await sql<{ plans: string }>`
    select plans::text as plans from catalogues where version = ${version}`.execute(db)
  const text = rows[0]?.plans
  if (text === undefined) throw new Error(`there is no catalogue ${version}`)
  const catalogue = decode(text) as Catalogue
  known.set(version, catalogue)
  return catalogue
}

/** The catalogue in force: the newest version. */
export async function readCurrentCatalogue(db: Db | Tx): Promise<Version> {
  const { rows } = await sql<{ version: number }>`
    select max(version) as version from catalogues`.execute(db)
  const version = rows[0]?.version
  if (!version) throw new Error('there is no catalogue: the book is not founded')
  return { version, catalogue: await readVersion(db, version) }
}

/** The catalogues of those versions, by version. */
export async function readCatalogues(db: Db | Tx, versions: Iterable<number>) {
  const catalogues = new Map<number, Catalogue>()
  for (const version of new Set(versions)) {
    catalogues.set(version, await readVersion(db, version))
  }
  return catalogues
}
