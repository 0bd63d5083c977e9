/** When a standby must treat a leader as dead, and when it must not. */
import { randomUUID } from 'node:crypto'
import http from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSession } from '../../../src/server/leader/direct-session.ts'
import { startWatchdog } from '../../../src/server/leader/watchdog.ts'
import { createTestDatabase, type TestDatabase } from '../../support/database.ts'
import { freePort } from '../../support/ports.ts'
import { isLong } from '../../support/scale.ts'

const log = pino({ level: 'silent' })
let database: TestDatabase
beforeAll(async () => void (database = await createTestDatabase()))
afterAll(() => database.close())

/** Starts a leader that answers with this status, and reports when its session ends. */
async function lead(holder: string, status: number) {
  const port = await freePort()
  const leader = http.createServer((_request, response) => response.writeHead(status).end('{}'))
  leader.listen(port, '127.0.0.1')
  const session = await openSession(database.url, `leader:${holder}`)
  await database.pool.query(
    `update ledger_leader set epoch = epoch + 1, holder_id = $1, address = $2, alive_address = $2`,
    [holder, `http://127.0.0.1:${port}`],
  )
  return {
    isEndedWithin: (ms: number) =>
      Promise.race([session.ended.then(() => true), wait(ms, false, { ref: false })]),
    async close() {
      await session.end()
      leader.closeAllConnections()
      leader.close()
    },
  }
}

const watch = (more: Partial<Parameters<typeof startWatchdog>[0]> = {}) =>
  startWatchdog({
    db: database.db,
    log,
    holder: randomUUID(),
    token: 'a token',
    tls: null,
    onLeader: () => {},
    isStandby: () => true,
    ...more,
  })

/** Whether the sessions of a leader that answers with this status still exist after a while. */
async function survives(status: number): Promise<boolean> {
  const leader = await lead(randomUUID(), status)
  const stop = watch()
  const isEnded = await leader.isEndedWithin(4_000)
  stop()
  await leader.close()
  return !isEnded
}

/** Longer than any machine takes to miss three answers, and shorter than the watchdog's pause. */
const BEFORE_REST_MS = 20_000

test('ends the sessions of a leader whose main thread has stalled', async () => {
  expect(await survives(503)).toBe(false)
})

test.runIf(isLong)(
  'tells a leader whom the database names, and ends no session meanwhile',
  async () => {
    const holder = randomUUID()
    const named = await lead(holder, 503)
    const heard = Promise.withResolvers<string>()
    const stop = watch({
      isStandby: () => false,
      onLeader: (leader) => heard.resolve(leader.holder),
    })
    expect(await heard.promise).toBe(holder)
    expect(await named.isEndedWithin(4_000)).toBe(false)
    stop()
    await named.close()
  },
)

test.runIf(isLong)(
  'spares a leader that refuses the token during a change of AUTH_SECRET',
  async () => {
    expect(await survives(401)).toBe(true)
  },
)

test.runIf(isLong)('ends two frozen leaders in a row, and one that froze again', async () => {
  const [first, second] = [randomUUID(), randomUUID()]
  const stop = watch()
  try {
    for (const holder of [first, second]) {
      const frozen = await lead(holder, 503)
      expect(await frozen.isEndedWithin(BEFORE_REST_MS)).toBe(true)
      await frozen.close()
    }
    // It answered in between, so it isn't an unreachable leader that works.
    const well = await lead(first, 200)
    expect(await well.isEndedWithin(2_000)).toBe(false)
    await well.close()
    const again = await lead(first, 503)
    expect(await again.isEndedWithin(BEFORE_REST_MS)).toBe(true)
    await again.close()
  } finally {
    stop()
  }
})
