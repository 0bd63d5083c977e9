/**
 * `npm run maintain`: lists indexes that take more than twice the space they need. With `--reindex`
 * it rebuilds them, one at a time, while the product runs. Only the owner may (DATABASE_OWNER_URL).
 */
import { readOptions, runTool } from '../../terminal/tool.ts'
import { findBloated, rebuildIndex } from '../../db/index-bloat.ts'
import { refuseOther } from '../startup/check-database.ts'
import { withOwner } from '../startup/tool-database.ts'

const { reindex } = readOptions({
  usage: 'Usage: npm run maintain [-- --reindex]',
  options: { reindex: { type: 'boolean', default: false } },
}).values

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(0)} MB`

await runTool([], () =>
  withOwner('maintain', async (pool) => {
    await refuseOther(pool)
    const bloated = await findBloated(pool)
    if (bloated.length === 0) console.log('no index takes more than twice the space it needs')
    for (const { name, bytes, expectedBytes } of bloated) {
      console.log(`${name}: ${megabytes(bytes)}, needs about ${megabytes(expectedBytes)}`)
      if (reindex) await rebuildIndex(pool, name)
    }
  }),
)
