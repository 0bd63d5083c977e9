import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pino from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startEmbedded, type Embedded } from '../../../src/db/embedded/embedded.ts'
import { migrate } from '../../../src/db/migrate.ts'
import { openKysely, openPool } from '../../../src/db/pool.ts'
import { openBook } from '../../../src/server/book/book.ts'
import { randomFrom } from '../../domain/random.ts'
import { until } from '../../support/poll.ts'
import { act, createNotes, makeClient, TAKEN, noteHooks } from './load.ts'
import { expectReplays, expectTruth } from './truth.ts'
import { isLong } from '../../support/scale.ts'

const log = pino({ level: 'silent' })
const kills = 3
const slow = { deadlineMs: 60_000 }
let dataDir: string
let embedded: Embedded

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'twofold-killed-'))
  // With the product's durability: acknowledged commands must be on disk.
  embedded = await startEmbedded({ dataDir })
})
afterEach(async () => {
  await embedded.stop()
  await rm(dataDir, { recursive: true, force: true })
})

test.runIf(isLong)('keeps acknowledged commands when PostgreSQL is killed under load', async () => {
  const pool = openPool({ connectionString: embedded.connectionString, name: 'killed' })
  await migrate(pool)
  await pool.query(createNotes)
  await pool.query('insert into notes values (0, $1)', [TAKEN])
  const db = openKysely(pool)
  const book = await openBook({ db, pool, log, hooks: noteHooks })
  const random = randomFrom(31)
  const clients = Array.from({ length: 8 }, (_, i) => makeClient(`c${i}`, randomFrom(310 + i)))
  const over = new AbortController()
  const work = clients.map(async (client) => {
    while (!over.signal.aborted) await act(() => book, client)
  })
  const heardSoFar = (): number => clients.reduce((sum, { heard }) => sum + heard.length, 0)
  for (let kill = 0; kill < kills; kill++) {
    const before = heardSoFar()
    await until('the clients to be heard', () => heardSoFar() >= before + 10, slow)
    await wait(random.below(300))
    process.kill(embedded.pid, 'SIGKILL')
    embedded = await startEmbedded({ dataDir })
  }
  const last = heardSoFar()
  await until('the clients to be heard', () => heardSoFar() >= last + 10, slow)
  over.abort()
  await Promise.all(work)
  const heard = clients.flatMap((client) => client.heard)
  const truth = await expectTruth(db, pool, heard)
  expect(truth.accepted).toBeGreaterThan(20)
  await expectReplays(book, pool, heard.slice(-50))
  await book.close()
  await pool.end()
})
