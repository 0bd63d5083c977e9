/**
 * `npm run audit-export -- --out FILE`: writes the public log's entries up to the newest checkpoint
 * for an auditor, with all their lines and salts. Run it again after an interruption, and it
 * continues. `--replica` reads from the first of DATABASE_READ_URL. `--sample` adds the deposit
 * addresses that blocks drew. The file shows what every member did, under their numbers. Give it
 * only to auditors.
 */
import { openKysely, openPool } from '../../db/pool.ts'
import { readOptions, runTool, WrongUsage } from '../../terminal/tool.ts'
import { withDatabase } from '../startup/tool-database.ts'
import { BadConfig } from '../config/config.ts'
import { writeAudit } from '../transparency/audit/write-audit.ts'
import { ExportRuns, withLock } from '../transparency/audit/one-export.ts'

const USAGE = 'Usage: npm run audit-export -- --out FILE [--replica] [--sample]'

const { out, replica, sample } = readOptions({
  usage: USAGE,
  options: {
    out: { type: 'string' },
    replica: { type: 'boolean' },
    sample: { type: 'boolean' },
  },
}).values
const started = performance.now()
const stopping = new AbortController()

function onProgress(seq: number, size: number): void {
  if (process.stderr.isTTY) process.stderr.write(`\r${seq} of ${size} `)
}

type Written = Awaited<ReturnType<typeof writeAudit>>

const write = (path: string): Promise<Written> =>
  withDatabase('audit-export', async ({ config, pool }) => {
    const [url] = config.databaseReadUrls
    if (replica && url === undefined) throw new BadConfig('DATABASE_READ_URL names no replica.')
    const own =
      replica && url !== undefined
        ? openPool({ connectionString: url, name: 'audit-export', maxConnections: 2 })
        : pool
    const how = { onProgress, stopping: stopping.signal, samples: sample === true }
    try {
      // On the primary: a pooler in front of a replica would keep the lock's session.
      return await withLock(pool, () => writeAudit(openKysely(own), path, how))
    } finally {
      if (own !== pool) await own.end()
    }
  })

function report(written: Written): void {
  if (written) {
    const seconds = ((performance.now() - started) / 1000).toFixed(1)
    const since = written.resumed > 0 ? `, continued after entry ${written.resumed}` : ''
    const megabytes = (written.bytes / 1e6).toFixed(1)
    console.log(`${written.entries} entries, ${megabytes} MB${since}; ${seconds} s`)
    return
  }
  console.log(
    stopping.signal.aborted
      ? 'Stopped. Run this again to continue.'
      : 'No checkpoint is signed yet. The worker signs the first within a minute of its start.',
  )
  process.exitCode = 1
}

await runTool([ExportRuns], async () => {
  if (out === undefined) throw new WrongUsage('--out is missing.', USAGE)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stopping.abort())
  report(await write(out))
})
