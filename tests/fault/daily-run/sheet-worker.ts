import { pino } from 'pino'
import { openKysely, openPool } from '../../../src/db/pool.ts'
import { openBook } from '../../../src/server/book/book.ts'
import { noNodes } from '../../support/rewriting-node.ts'
import { runRound } from '../../../src/server/transparency/daily-round.ts'

// The log's worker in its own process, to be killed: one round, with the day's sheet.
const [databaseUrl = '', dataDir = ''] = process.argv.slice(2)

const pool = openPool({ connectionString: databaseUrl, name: 'sheets', maxConnections: 6 })
const db = openKysely(pool)
const log = pino({ level: 'silent' })
const book = await openBook({ db, pool, log })
const logKey = '5e'.repeat(32)
const publicUrl = 'https://example.com'
const config = {
  publicUrl,
  dataDir,
  logKey,
  logKeyBefore: null,
  reserveWallets: [],
  witnesses: [],
  logEveryMs: 60_000,
  anchorKey: null,
  anchorTo: null,
}
await runRound({ config, db, book, tron: noNodes, log, stopping: new AbortController().signal })
process.exit(0)
