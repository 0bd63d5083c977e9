/** What a standby takes for a dead leader, and what it must not. */
import { randomUUID } from 'node:crypto'
import http from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSession } from '../../../src/server/leader/direct-session.ts'
import { startWatchdog } from '../../../src/server/leader/watchdog.ts'
import { createTestDatabase, type TestDatabase } from '../../support/database.ts'
import { freePort } from '../../support/ports.ts'

const log = pino({ level: 'silent' })
let database: TestDatabase
beforeAll(async () => void (database = await createTestDatabase()))
afterAll(() => database.close())

/** Whether the sessions of a leader that answers with this status are still there after a while. */
async function survives(status: number): Promise<boolean> {
  const port = await freePort()
  const leader = http.createServer((_request, response) => response.writeHead(status).end('{}'))
  leader.listen(port, '127.0.0.1')
  const holder = randomUUID()
  const session = await openSession(database.url, `leader:${holder}`)
  await database.pool.query(
    `update ledger_leader set epoch = epoch + 1, holder_id = $1, address = $2, alive_address = $2`,
    [holder, `http://127.0.0.1:${port}`],
  )
  const stop = startWatchdog({
    db: database.db,
    log,
    holder: randomUUID(),
    token: 'a token',
    tls: null,
    onLeader: () => {},
    isStandby: () => true,
  })
  const ended = await Promise.race([session.ended.then(() => true), wait(4_000, false)])
  stop()
  await session.end()
  leader.closeAllConnections()
  leader.close()
  return !ended
}

test('ends the sessions of a leader whose main thread has stalled', async () => {
  expect(await survives(503)).toBe(false)
})

test('leaves a leader alone that refuses the token while AUTH_SECRET changes', async () => {
  expect(await survives(401)).toBe(true)
})
