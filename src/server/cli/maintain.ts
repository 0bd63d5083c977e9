/**
 * `npm run maintain`: lists indexes that take more than twice the space they need. With `--reindex`
 * it rebuilds them, one at a time, while the product runs.
 */
import { parseArgs } from 'node:util'
import { findBloated, rebuildIndex } from '../../db/index-bloat.ts'
import { openPool } from '../../db/pool.ts'
import { withDatabase } from '../startup/tool-database.ts'

const { reindex } = parseArgs({ options: { reindex: { type: 'boolean', default: false } } }).values

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(0)} MB`

await withDatabase('maintain', async ({ ownerUrl }) => {
  // Rebuilding a large index can take any time, so there is no limit.
  const limits = { maxConnections: 1, statementTimeoutMs: 0, lockTimeoutMs: 10_000 }
  const pool = openPool({ connectionString: ownerUrl, name: 'maintain', ...limits })
  try {
    const bloated = await findBloated(pool)
    if (bloated.length === 0) console.log('no index takes more than twice the room it needs')
    for (const { name, bytes, expectedBytes } of bloated) {
      console.log(`${name}: ${megabytes(bytes)}, needs about ${megabytes(expectedBytes)}`)
      if (reindex) await rebuildIndex(pool, name)
    }
  } finally {
    await pool.end()
  }
})
