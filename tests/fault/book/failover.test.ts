import { setTimeout as wait } from 'node:timers/promises'
import pino from 'pino'
import type { Pool } from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { migrate } from '../../../src/db/migrate.ts'
import { openKysely, openPool } from '../../../src/db/pool.ts'
import { callHook } from '../../../src/server/book/batch-hook.ts'
import { openBook, type Book } from '../../../src/server/book/book.ts'
import { checkBook } from '../../../src/server/book/check/check.ts'
import { BookUnavailable, OutcomeUnknown } from '../../../src/server/book/submission.ts'
import { randomFrom, type Random } from '../../domain/random.ts'
import { until } from '../../support/poll.ts'
import { isLong, times } from '../../support/scale.ts'
import {
  openCluster,
  type Cluster,
  type Server,
  type Standby,
} from '../../support/replication/standby.ts'
import { openTcpProxy, throughProxy, type TcpProxy } from '../../support/wire/tcp-proxy.ts'
import {
  act,
  createNotes,
  makeClient,
  noteHook,
  noteHooks,
  receiptOf,
  TAKEN,
  type Body,
  type Received,
} from './load.ts'
import { expectTruth } from './truth.ts'

// An address that leads to the primary, and sometimes to its standby, as the writer sees a
// failover. The standby is real. It lags, refuses writes, and is promoted with or without the last
// commands.

let metCodes: Set<unknown>
const log = pino(
  { level: 'warn' },
  {
    write: (line) => void metCodes.add((JSON.parse(line) as { err?: { code?: string } }).err?.code),
  },
)
let cluster: Cluster
let primary: Server
let address: TcpProxy
let closing: (() => Promise<unknown>)[]

beforeEach(async () => {
  cluster = await openCluster()
  primary = await cluster.primary()
  const owner = openPool({ connectionString: primary.url, name: 'owner', maxConnections: 1 })
  await migrate(owner)
  await owner.query(createNotes)
  await owner.query('insert into notes values (0, $1)', [TAKEN])
  await owner.end()
  address = await openTcpProxy(primary.upstream, 'postgres')
  closing = []
  metCodes = new Set()
})
afterEach(async () => {
  for (const close of closing.toReversed()) await close()
  await address.stop()
  await cluster.close()
})

async function openWriter(): Promise<{ book: Book; pool: Pool }> {
  const connectionString = throughProxy(primary.url, address.port)
  const pool = openPool({ connectionString, name: 'writer', maxConnections: 3 })
  const book = await openBook({ db: openKysely(pool), pool, log, hooks: noteHooks })
  closing.push(
    () => pool.end(),
    () => book.close(),
  )
  return { book, pool }
}

/** Moves the address, and cuts every connection to the previous server. */
function moveTo(server: Server): void {
  address.setUpstream(server.upstream)
  address.cut()
}

type Unkeyed = { heard: Received[]; unknown: string[]; nothing: string[]; lies: unknown[] }

/** Commands without an idempotency key. No client repeats them, so every answer must be true. */
async function submitUnkeyed(book: Book, note: string, told: Unkeyed): Promise<void> {
  const command = { kind: 'register', sponsor: 1 } as const
  try {
    const result = await book.submit({
      command,
      by: { system: 'load' },
      hook: callHook(noteHook, note),
    })
    told.heard.push({ note, key: note, command, result })
  } catch (error) {
    if (error instanceof OutcomeUnknown) told.unknown.push(note)
    else if (error instanceof BookUnavailable) told.nothing.push(note)
    else told.lies.push(error)
  }
}

const noUnkeyed = (): Unkeyed => ({ heard: [], unknown: [], nothing: [], lies: [] })

async function readNotes(pool: Pool): Promise<Map<string, number>> {
  const { rows } = await pool.query<{ seq: bigint; note: string }>('select seq, note from notes')
  return new Map(rows.map(({ seq, note }) => [note, Number(seq)]))
}

/** By now, unknown outcomes are settled. Each command must be there once or not at all. */
async function resolveUnknown(pool: Pool, told: Unkeyed): Promise<void> {
  const notes = await readNotes(pool)
  expect(told.nothing.filter((note) => notes.has(note))).toEqual([])
  for (const note of told.unknown) {
    const seq = notes.get(note)
    if (seq === undefined) continue
    const receipt: Body = { seq, note, numbers: {} }
    const done = { seq, at: 0, receipt }
    const result = { accepted: true, replayed: false, done } as const
    told.heard.push({ note, key: note, command: { kind: 'register', sponsor: 1 }, result })
  }
}

/** One failover: the COMMIT's answer is lost, and the retry reaches a lagging standby. */
async function flip(random: Random, standby: Standby): Promise<void> {
  const cuts = address.commitsCut()
  address.cutAtCommit(random.chance(0.8) ? 'after' : 'before')
  await until('a COMMIT to be cut', () => address.commitsCut() > cuts, { everyMs: 1 })
  moveTo(standby)
  await wait(random.below(150))
  moveTo(primary)
  await wait(random.below(60))
}

/** Whether it has tried to write to the standby. */
const metStandby = (): boolean => metCodes.has('25006')

test.runIf(isLong)('acts once when the address flips to a lagging standby', async () => {
  const flips = times(200)
  const standby = await cluster.standbyOf(primary, ['recovery_min_apply_delay=400ms'])
  const { book, pool } = await openWriter()
  const random = randomFrom(53)
  const over = new AbortController()
  const clients = Array.from({ length: 4 }, (_, i) => makeClient(`k${i}`, randomFrom(530 + i)))
  const keyed = clients.map(async (client) => {
    while (!over.signal.aborted) await act(() => book, client)
  })
  const told = noUnkeyed()
  const unkeyed = Array.from({ length: 8 }, async (_, i) => {
    for (let n = 0; !over.signal.aborted; n++) await submitUnkeyed(book, `u${i}-${n}`, told)
  })
  // A slow machine needs more flips to run enough commands and to try a write on the standby.
  const isEnough = (): boolean => metStandby() && told.heard.length > flips
  for (let n = 0; n < flips || (!isEnough() && n < 10 * flips); n++) await flip(random, standby)
  over.abort()
  await Promise.all([...keyed, ...unkeyed])
  expect(told.lies).toEqual([])
  await resolveUnknown(pool, told)
  const heard = [...clients.flatMap((client) => client.heard), ...told.heard]
  const truth = await expectTruth(openKysely(pool), pool, heard)
  expect(truth.accepted).toBeGreaterThan(flips)
  expect(metStandby()).toBe(true)
  // The database never lost anything, so there must be no alert.
  const { rows } = await pool.query('select known_seq from history_losses')
  expect(rows).toEqual([])
})

/** Writes commands that the standby won't have, promotes it, and moves the address. */
async function failOver(book: Book, standby: Standby, round: number): Promise<Unkeyed> {
  standby.replication.setRefusing(true)
  standby.replication.cut()
  const told = noUnkeyed()
  const over = new AbortController()
  const busy = Array.from({ length: 4 }, async (_, i) => {
    for (let n = 0; !over.signal.aborted; n++)
      await submitUnkeyed(book, `r${round}-${i}-${n}`, told)
  })
  await until('a tail that will be lost', () => told.heard.length >= 12)
  const cuts = address.commitsCut()
  address.cutAtCommit(round % 2 === 0 ? 'after' : 'before')
  await until('a COMMIT to be cut', () => address.commitsCut() > cuts, { everyMs: 1 })
  address.setRefusing(true)
  address.cut()
  primary.kill()
  await standby.promote()
  const before = told.heard.length
  address.setRefusing(false)
  moveTo(standby)
  await until('writes to continue', () => told.heard.length >= before + 12, { deadlineMs: 60_000 })
  over.abort()
  await Promise.all(busy)
  primary = standby
  return told
}

test('detects promotions that lost commands, and continues correctly', async () => {
  const { book, pool } = await openWriter()
  const idle = await openWriter()
  for (let round = 0; round < (isLong ? 8 : 1); round++) {
    await submitUnkeyed(book, `before-${round}`, noUnkeyed())
    const standby = await cluster.standbyOf(primary)
    const [row] = await primary.query('select pg_current_wal_lsn()::text as lsn')
    await until('the standby to follow', async () => {
      const [seen] = await standby.query(
        `select coalesce(pg_last_wal_replay_lsn() >= '${String(row?.lsn)}', false) as there`,
      )
      return seen?.there
    })
    const [kept] = await standby.query('select max(seq)::int4 as seq from commands')
    const keptSeq = Number(kept?.seq)
    const told = await failOver(book, standby, round)
    // The process that wrote nothing in the meantime also notices, and raises no second alert.
    await submitUnkeyed(idle.book, `idle-${round}`, told)
    expect(told.lies).toEqual([])
    const notes = await readNotes(pool)
    expect(told.nothing.filter((note) => notes.has(note))).toEqual([])
    const lost = told.heard.filter(({ note }) => !notes.has(note)).map(seqOf)
    expect(lost.length).toBeGreaterThan(0)
    expect(lost.filter((seq) => seq <= keptSeq)).toEqual([])
    const there = told.heard.filter(({ note }) => notes.has(note))
    expect(there.filter((each) => notes.get(each.note) !== seqOf(each))).toEqual([])
    const { differences } = await checkBook(openKysely(pool), pool)
    expect(differences).toEqual({ count: 0, described: [] })
    const losses = await pool.query('select found_seq from history_losses')
    expect(losses.rows).toHaveLength(round + 1)
    const pauses = await pool.query('select reason from payout_pauses')
    expect(pauses.rows).toEqual([{ reason: 'history_lost' }])
  }
})

const seqOf = (heard: Received): number => {
  if ('error' in heard || !heard.result.accepted) throw new Error('not accepted')
  return receiptOf(heard.result).seq
}
