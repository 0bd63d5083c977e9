/** The log's worker in its own process, as in production. It runs until stopped. */
import { setTimeout as sleep } from 'node:timers/promises'
import { openKysely, openPool } from '../../src/db/pool.ts'
import { followLog } from '../../src/server/transparency/log/follow-log.ts'

const pool = openPool({ connectionString: process.argv[2] ?? '', name: 'log worker' })
const db = openKysely(pool)
const stopping = new AbortController()
process.on('SIGTERM', () => stopping.abort())
process.send?.('ready')
while (!stopping.signal.aborted) {
  await followLog(db, stopping.signal)
  await sleep(100)
}
await pool.end()
process.disconnect()
