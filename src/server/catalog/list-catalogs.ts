import type { z } from 'zod'
import type { Catalog } from '../../contract/subjects/catalog.ts'
import { lit } from '../../db/expressions.ts'
import type { Db } from '../../db/types.ts'
import { cursorNumber } from '../http/page-cursor.ts'
import type { ListSlice } from '../http/paging.ts'
import { readCatalogs } from '../network/catalogs.ts'
import { showPlans } from '../network/plans.ts'

export type CatalogAnswer = z.infer<typeof Catalog>

/** The largest value of its column. */
const LAST_VERSION = 2 ** 31 - 1

/** Catalog versions, newest first. A row's key is its version. */
export async function listCatalogs(
  db: Db,
  { limit, offset = 0, after }: ListSlice,
): Promise<CatalogAnswer[]> {
  const below = after === undefined ? LAST_VERSION : Number(cursorNumber(after))
  const rows = await db
    .selectFrom('catalogs')
    .select((eb) => [
      'version',
      'published_at',
      'published_by',
      eb
        .selectFrom('catalogs as all')
        .select(({ fn }) => fn.max('all.version').as('version'))
        .$asScalar()
        .as('newest'),
    ])
    .where('version', '<', below)
    .orderBy('version', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  const notes = await readNotes(db)
  const catalogs = await readCatalogs(
    db,
    rows.map(({ version }) => version),
  )
  return rows.map((row) => {
    const catalog = catalogs.get(row.version)
    if (!catalog) throw new Error(`catalog ${row.version} is missing`)
    return {
      version: String(row.version),
      in_force: row.version === row.newest,
      note: notes.get(row.version) ?? '',
      created_by: row.published_by,
      created_at: row.published_at.toISOString(),
      plans: showPlans(catalog),
    }
  })
}

// The audit log holds the reason for each version, and nobody can edit it there.
async function readNotes(db: Db): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom('audit_entries')
    .select(['object', 'reason'])
    .where('action', 'in', [lit('add catalog'), lit('publish catalog')])
    .execute()
  return new Map(
    rows.map(({ object, reason }) => [Number(object.replace('catalog ', '')), reason ?? '']),
  )
}
