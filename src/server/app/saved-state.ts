import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Db } from '../../db/types.ts'
import type { SavedState } from '../book/state/fold.ts'
import { openSnapshots } from '../book/snapshot/snapshots.ts'
import { directUrlOf, type Config } from '../config/config.ts'
import { roles } from '../config/roles.ts'
import type { Metrics } from '../metrics/metrics.ts'

/** Where the state is saved between runs. Null for processes that keep none in memory. */
export function savedState(
  config: Config,
  db: Db,
  { onSnapshot: onResult }: Metrics,
  log: Logger,
): SavedState | null {
  if (roles[config.part].ledger === 'forwards') return null
  const directory = join(config.dataDir, 'snapshots')
  const connectionString = directUrlOf(config)
  return openSnapshots({ directory, db, connectionString, log, onResult })
}
