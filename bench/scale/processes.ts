/** Several processes: the cost of forwarding, and the gain from each further process. */
import { sql } from 'kysely'
import { foldState } from '../../src/server/book/fold.ts'
import { catchUp, type Memory } from '../../src/server/book/catch-up.ts'
import { enroll, openBenchBook, type Ready } from '../book.ts'
import type { BenchDatabase } from '../database.ts'
import { startRole } from './fleet.ts'
import { untilQuiet } from './quiet.ts'
import { hold, median, note, section, type Target } from '../report.ts'
import { measureWebs, WEB_ROUNDS } from './web.ts'
import { openSenders, type SenderKind, type Senders } from './senders.ts'
import { measureSnapshot } from '../snapshot.ts'

const BURST = 5_000
/** Bursts of one process. The figure is their median, after one that isn't counted. */
const ROUNDS = 3
const PER_SECOND = 1_500
const LATENCY_SECONDS = 4
const WEB_BURST = 2_000

/** Whether every check since the last verdict found the machine idle. */
let wasQuiet = true

async function look(): Promise<void> {
  wasQuiet = (await untilQuiet()) && wasQuiet
}

async function judge(name: string, ratio: number, target: Target): Promise<void> {
  await look()
  hold(name, ratio, target, wasQuiet)
  wasQuiet = true
  await look()
}

/** @param anyone a random member who may sponsor */
export async function measureScale(database: BenchDatabase, anyone: () => number): Promise<void> {
  const followed = await foldState(database.pool)
  await look()
  await measureSnapshot(database, followed, wasQuiet)
  wasQuiet = true
  const supply = await prepare(database, anyone)
  await measureFollowing(database, followed)
  const own = await measureOwn(database, supply)
  const ledger = await startRole('ledger', database.url)
  try {
    await measureForwarding(database, supply, own)
    section('Through HTTP: the ledger and one or three web processes')
    await measureWebs(database, () => supply(WEB_BURST), judge)
  } finally {
    await ledger.end()
  }
}

type Supply = (count: number) => Ready[]

/** Members who can pay for their seat, enough for all parts. */
async function prepare(database: BenchDatabase, anyone: () => number): Promise<Supply> {
  const one = (1 + ROUNDS) * BURST + PER_SECOND * LATENCY_SECONDS
  const [fourOwn, fourForwarding] = [2 * BURST, 3 * BURST]
  const count = 2 * one + fourOwn + fourForwarding + 3 * (3 + 2 * WEB_ROUNDS) * WEB_BURST
  const book = await openBenchBook(database.db, database.pool)
  const ready: Ready[] = []
  while (ready.length < count) {
    ready.push(...(await enroll(book, Array.from({ length: 2_000 }, anyone))))
  }
  await book.close()
  // As autovacuum does in a running product.
  await sql`analyze`.execute(database.db)
  return (wanted) => {
    const given = ready.splice(0, wanted)
    if (given.length < wanted) throw new Error('too few members were prepared')
    return given
  }
}

/** The work of a standby writer, on the commands that prepared the members. */
async function measureFollowing({ db }: BenchDatabase, memory: Memory): Promise<void> {
  const before = memory.seq
  const started = performance.now()
  await db.transaction().execute((tx) => catchUp(tx, memory))
  const seconds = (performance.now() - started) / 1000
  await judge('following: commands per second', (memory.seq - before) / seconds, {
    atLeast: 50_000,
  })
}

type One = { one: number; p50: number; p99: number }
type Own = One & { four: number }

async function using<T>(senders: Senders, work: (senders: Senders) => Promise<T>): Promise<T> {
  return await work(senders).finally(() => senders.close())
}

/** One process at full speed, and at a steady rate. */
async function measureOne(kind: SenderKind, url: string, supply: Supply): Promise<One> {
  return await using(await openSenders(kind, 1, url), async (senders) => {
    await senders.rate(supply(BURST))
    const rates: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      await look()
      rates.push(await senders.rate(supply(BURST)))
    }
    const one = median(rates)
    note('one: activations per second, median', one, '/s')
    await look()
    const { p50, p99 } = await senders.latency(supply(PER_SECOND * LATENCY_SECONDS), PER_SECOND)
    note(`one, at ${PER_SECOND}/s: p50`, p50, 'ms')
    note(`one, at ${PER_SECOND}/s: p99`, p99, 'ms')
    return { one, p50, p99 }
  })
}

/** @param count how many activations to measure, after a burst that isn't counted */
async function measureFour(kind: SenderKind, url: string, supply: Supply, count: number) {
  return await using(await openSenders(kind, 4, url), async (senders) => {
    await senders.rate(supply(BURST))
    await look()
    const four = await senders.rate(supply(count))
    note('four: activations per second', four, '/s')
    return four
  })
}

/**
 * Processes with their own ledgers, before a ledger process leads. After that, they may no longer
 * write.
 */
async function measureOwn({ url }: BenchDatabase, supply: Supply): Promise<Own> {
  section('Processes with a ledger of their own, 1,000,000 seats, 64 callers each')
  const one = await measureOne('own', url, supply)
  return { ...one, four: await measureFour('own', url, supply, BURST) }
}

async function measureForwarding({ url }: BenchDatabase, supply: Supply, own: Own) {
  section('Processes that forward to one ledger process, 64 callers each')
  const { one, p50, p99 } = await measureOne('forward', url, supply)
  await judge('one, against one with its own ledger', one / own.one, { atLeast: 0.9 })
  await judge('forwarding adds to the p50, in ms', p50 - own.p50, { atMost: 2 })
  await judge('forwarding adds to the p99, in ms', p99 - own.p99, { atMost: 15 })
  const four = await measureFour('forward', url, supply, 2 * BURST)
  await judge('four, against four with their own ledgers', four / own.four, { atLeast: 2 })
}
