import { startEmbedded } from '../../../src/db/embedded/embedded.ts'
import { openKysely, openPool } from '../../../src/db/pool.ts'
import type { Db } from '../../../src/db/types.ts'
import type { Product } from '../../support/product.ts'

/** Runs work on a running product's database. */
export async function withDatabase<T>(product: Product, work: (db: Db) => Promise<T>): Promise<T> {
  const { connectionString } = await startEmbedded({ dataDir: product.dataDir })
  const pool = openPool({ connectionString, name: 'browser tests', maxConnections: 1 })
  try {
    return await work(openKysely(pool))
  } finally {
    await pool.end()
  }
}
