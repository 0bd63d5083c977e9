import { migrate } from '../../../src/db/migrate.ts'
import { openKysely, openPool } from '../../../src/db/pool.ts'
import type { TestDatabase } from '../database.ts'
import { openCluster, type Server, type Standby } from './standby.ts'

export type Replicated = {
  /** The primary's database. Closing it also stops the servers. */
  database: TestDatabase
  primary: Server
  standbys: Standby[]
}

/** A migrated database on its own server, for standbys to follow. */
export async function openReplicated(count: number): Promise<Replicated> {
  const cluster = await openCluster()
  const primary = await cluster.primary()
  const { url } = primary
  const pool = openPool({ connectionString: url, name: 'primary' })
  await migrate(pool)
  const standbys: Standby[] = []
  while (standbys.length < count) standbys.push(await cluster.standbyOf(primary))
  const close = async (): Promise<void> => {
    await pool.end()
    await cluster.close()
  }
  const urls = { name: 'replicated', url, serverUrl: url, urlOfPart: () => url }
  return { database: { ...urls, pool, db: openKysely(pool), close }, primary, standbys }
}
