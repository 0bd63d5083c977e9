import { sql } from 'kysely'
import type { Db, RowOf, Tx } from '../../db/types.ts'
import type { Catalogue } from '../../domain/money/catalogue.ts'
import { decode } from '../book/rows/encode-command.ts'

export type Version = { version: number; catalogue: Catalogue }

type CatalogueRow = RowOf<'catalogues', 'version' | 'published_at'>

// A version never changes. But after a failover or restore, the database may have lost one and
// published another under the same number. The publication time tells them apart.
const known = new Map<string, Catalogue>()
const MOST_KNOWN = 1_000

async function readPlans(
  db: Db | Tx,
  { version, published_at: at }: CatalogueRow,
): Promise<Catalogue> {
  const name = `${version} ${at.getTime()}`
  const found = known.get(name)
  if (found) return found
  const { rows } = await sql<{ plans: string }>`
    select plans::text as plans from catalogues where version = ${version}`.execute(db)
  const text = rows[0]?.plans
  if (text === undefined) throw new Error(`there is no catalogue ${version}`)
  const catalogue = decode(text) as Catalogue
  if (known.size >= MOST_KNOWN) known.clear()
  known.set(name, catalogue)
  return catalogue
}

/** The catalog in force: the newest version. */
export async function readCurrentCatalogue(db: Db | Tx): Promise<Version> {
  const { rows } = await sql<CatalogueRow>`
    select version, published_at from catalogues order by version desc limit 1`.execute(db)
  const [newest] = rows
  if (!newest) throw new Error('there is no catalogue: the book is not founded')
  return { version: newest.version, catalogue: await readPlans(db, newest) }
}

/** The catalogs of those versions, by version. */
export async function readCatalogues(db: Db | Tx, versions: Iterable<number>) {
  const wanted = [...new Set(versions)]
  const catalogues = new Map<number, Catalogue>()
  if (wanted.length === 0) return catalogues
  const { rows } = await sql<CatalogueRow>`
    select version, published_at from catalogues
    where version = any(${wanted}::int[])`.execute(db)
  for (const row of rows) catalogues.set(row.version, await readPlans(db, row))
  const missing = wanted.find((version) => !catalogues.has(version))
  if (missing !== undefined) throw new Error(`there is no catalogue ${missing}`)
  return catalogues
}
