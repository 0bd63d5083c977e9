import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Db } from '../../db/types.ts'
import type { SavedState } from '../book/fold.ts'
import { openSnapshots } from '../book/snapshot/snapshots.ts'
import type { Config } from '../config/config.ts'
import type { Metrics } from '../metrics/metrics.ts'

/** Where the state is saved between runs. Null for processes that share a database. */
export function savedState(
  { part, dataDir, databaseUrl: connectionString }: Config,
  db: Db,
  { onSnapshot: onResult }: Metrics,
  log: Logger,
): SavedState | null {
  if (part !== 'all' || connectionString === null) return null
  const directory = join(dataDir, 'snapshots')
  return openSnapshots({ directory, db, connectionString, log, onResult })
}
