import { compileOnce, type Given } from '../../db/compiled.ts'
import { anyOf } from '../../db/expressions.ts'
import type { Db, RowOf, Tx } from '../../db/types.ts'
import type { Catalog } from '../../domain/money/catalog.ts'
import { decodeCatalog } from '../book/rows/encode-command.ts'

export type Version = { version: number; catalog: Catalog }

type CatalogRow = RowOf<'catalogs', 'version' | 'published_at'>

// A version never changes. But after a failover or restore, the database may have lost one and
// published another under the same number. The publication time tells them apart.
const known = new Map<string, Catalog>()
const MAX_CACHED = 1_000

/** The content of a version. Each process reads it once, with one statement. */
export async function readPlans(
  db: Db | Tx,
  { version, published_at: at }: CatalogRow,
): Promise<Catalog> {
  const name = `${version} ${at.getTime()}`
  const found = known.get(name)
  if (found) return found
  const row = await db
    .selectFrom('catalogs')
    .select((eb) => eb.cast<string>('plans', 'text').as('plans'))
    .where('version', '=', version)
    .executeTakeFirst()
  const text = row?.plans
  if (text === undefined) throw new Error(`there is no catalog ${version}`)
  const catalog = decodeCatalog(text)
  if (known.size >= MAX_CACHED) known.clear()
  known.set(name, catalog)
  return catalog
}

const newestVersion = compileOnce((db) =>
  db.selectFrom('catalogs').select(['version', 'published_at']).orderBy('version', 'desc').limit(1),
)

/** The catalog in force: the newest version. Null before the first start of a ledger process. */
export async function findCurrentCatalog(db: Db | Tx): Promise<Version | null> {
  const newest = await newestVersion.first(db, {})
  return newest ? { version: newest.version, catalog: await readPlans(db, newest) } : null
}

/** The same, where there must be one. */
export async function readCurrentCatalog(db: Db | Tx): Promise<Version> {
  const current = await findCurrentCatalog(db)
  if (!current) throw new Error('there is no catalog: no ledger process has ever started')
  return current
}

const versionsOf = compileOnce((db, { versions }: Given<{ versions: readonly number[] }>) =>
  db
    .selectFrom('catalogs')
    .select(['version', 'published_at'])
    .where('version', '=', anyOf(versions, 'int')),
)

/** The catalogs of those versions, by version. */
export async function readCatalogs(db: Db | Tx, versions: Iterable<number>) {
  const wanted = [...new Set(versions)]
  const catalogs = new Map<number, Catalog>()
  if (wanted.length === 0) return catalogs
  const rows = await versionsOf.rows(db, { versions: wanted })
  for (const row of rows) catalogs.set(row.version, await readPlans(db, row))
  const missing = wanted.find((version) => !catalogs.has(version))
  if (missing !== undefined) throw new Error(`there is no catalog ${missing}`)
  return catalogs
}
