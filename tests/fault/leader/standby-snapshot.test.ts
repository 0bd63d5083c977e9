/** Snapshots of ledger processes, with the rights of their database role. */
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { openKysely, openPool } from '../../../src/db/pool.ts'
import { setSuspended } from '../../../src/domain/network/members.ts'
import { compareStates, noDifferences } from '../../../src/server/book/check/compare-states.ts'
import { foldState } from '../../../src/server/book/state/fold.ts'
import { findOrigin } from '../../../src/server/book/snapshot/origin.ts'
import { sectionsOf } from '../../../src/server/book/snapshot/sections.ts'
import { readSnapshot, writeSnapshot } from '../../../src/server/book/snapshot/snapshot-file.ts'
import { openSnapshots, type SnapshotResult } from '../../../src/server/book/snapshot/snapshots.ts'
import { newHolder, openLedger } from '../../../src/server/leader/leadership.ts'
import { createTestDatabase, type TestDatabase } from '../../support/database.ts'
import { until } from '../../support/poll.ts'
import { freePort } from '../../support/ports.ts'
import { scratchDirectory } from '../../support/run-directory.ts'
import { isLong } from '../../support/scale.ts'
import { startLedger } from './ledger-fleet.ts'

const log = pino({ level: 'silent' })
const register = { command: { kind: 'register', sponsor: 1 }, by: { system: 'test' } } as const
let database: TestDatabase
beforeAll(async () => void (database = await createTestDatabase()))
afterAll(() => database.close())

async function folder(): Promise<string> {
  const path = await mkdtemp(join(await scratchDirectory(), 'twofold-snapshots-'))
  onTestFinished(() => rm(path, { recursive: true, force: true }))
  return path
}

async function openCandidate(directory: string, saveEveryMs = 0) {
  const connectionString = database.urlOfPart('ledger')
  const pool = openPool({ connectionString, name: 'candidate' })
  const db = openKysely(pool)
  const results: SnapshotResult[] = []
  const onResult = (result: SnapshotResult): void => void results.push(result)
  const kept = openSnapshots({
    directory,
    db,
    connectionString,
    log,
    onResult,
    compareAfterMs: 0,
  })
  const ledger = await openLedger({
    db,
    pool,
    log,
    kept,
    directUrl: connectionString,
    holder: newHolder(),
    places: { address: 'http://127.0.0.1:9', aliveAddress: 'http://127.0.0.1:9' },
    saveEveryMs,
  })
  const stop = async (): Promise<void> => {
    await ledger.stop()
    await pool.end()
  }
  return { ledger, kept, results, stop }
}

type Candidate = Awaited<ReturnType<typeof openCandidate>>

/** The newest snapshot of a process, compared cell by cell with the tables. */
async function loadAndCompare({ kept }: Pick<Candidate, 'kept'>) {
  const memory = await kept.load()
  if (memory === null) throw new Error('no snapshot is usable')
  const found = noDifferences()
  const { state } = await foldState(database.pool)
  compareStates(found, ['snapshot', memory.state], ['tables', state])
  return { found, seq: memory.seq }
}

test('a standby saves its state while it follows, and a start reads it', async () => {
  const directory = await folder()
  const leader = await openCandidate(await folder())
  await until('a leader', () => leader.ledger.role() === 'leading')
  const standby = await openCandidate(directory)
  try {
    for (let i = 0; i < 20; i++) await leader.ledger.book.submit(register)
    const { seq } = leader.ledger.book.status()
    await until('the standby’s snapshot', async () =>
      (await readdir(directory)).some((name) => name.endsWith(`-${seq}.state`)),
    )
    expect(await loadAndCompare(standby)).toEqual({ found: noDifferences(), seq })
    expect(leader.results).not.toContain('saved')
  } finally {
    await standby.stop()
    await leader.stop()
  }
})

test.runIf(isLong)(
  'a standby with a wrong snapshot reloads, and saves only what is right',
  async () => {
    const directory = await folder()
    const first = await openCandidate(directory)
    await until('a leader', () => first.ledger.role() === 'leading')
    await first.ledger.book.submit(register)
    await first.stop()
    const origin = await findOrigin(database.db)
    const [name = ''] = (await readdir(directory)).toSorted().slice(-1)
    const snapshot = await readSnapshot(join(directory, name), origin)
    setSuspended(snapshot.state, 2, true)
    await writeSnapshot(join(directory, name), origin, snapshot, sectionsOf(snapshot.state))

    const leader = await openCandidate(await folder())
    await until('a leader', () => leader.ledger.role() === 'leading')
    const standby = await openCandidate(directory)
    try {
      await until('the comparison', () => standby.results.includes('differs'))
      await leader.ledger.book.submit(register)
      const { seq } = leader.ledger.book.status()
      await until('a snapshot after it', async () =>
        (await readdir(directory)).some((each) => each.endsWith(`-${seq}.state`)),
      )
      expect((await loadAndCompare(standby)).found).toEqual(noDifferences())
      expect(standby.ledger.role()).toBe('standby')
    } finally {
      await standby.stop()
      await leader.stop()
    }
  },
)

test.runIf(isLong)(
  'a ledger process starts from the state that it saved when it stopped',
  async () => {
    const [DATA_DIR, METRICS_PORT] = [await folder(), String(await freePort())]
    const start = () => startLedger(database, { DATA_DIR, METRICS_PORT })
    await (await start()).kill('SIGTERM')
    const second = await start()
    const metrics = await (await fetch(`http://127.0.0.1:${METRICS_PORT}/metrics`)).text()
    await second.kill('SIGTERM')
    expect(metrics).toContain('ledger_snapshots_total{result="loaded"} 1')
  },
)
