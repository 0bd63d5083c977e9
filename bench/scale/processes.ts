/** Several processes: the cost of forwarding, and the gain from each further process. */
import { foldState } from '../../src/server/book/fold.ts'
import { catchUp, type Memory } from '../../src/server/book/catch-up.ts'
import { enroll, openBenchBook, type Ready } from '../book.ts'
import type { BenchDatabase } from '../database.ts'
import { startRole } from './fleet.ts'
import { isQuiet } from './quiet.ts'
import { hold, note, section, type Target } from '../report.ts'
import { measureWebs } from './web.ts'
import { openSenders, type Senders } from './senders.ts'
import { measureSnapshot } from '../snapshot.ts'

const BURST = 5_000
const PER_SECOND = 1_500
const LATENCY_SECONDS = 4
const WEB_BURST = 2_000

/** Whether every check since the last verdict found the machine idle. */
let wasQuiet = true

async function look(): Promise<void> {
  wasQuiet = (await isQuiet()) && wasQuiet
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
    section('Through HTTP, 64 connections: the ledger and one or three web processes')
    await measureWebs(database, () => supply(WEB_BURST), judge)
  } finally {
    await ledger.end()
  }
}

type Supply = (count: number) => Ready[]

/** Members who can pay for their seat, enough for all parts. */
async function prepare(database: BenchDatabase, anyone: () => number): Promise<Supply> {
  const count = 6 * BURST + 2 * PER_SECOND * LATENCY_SECONDS + 5 * WEB_BURST
  const book = await openBenchBook(database.db, database.pool)
  const ready: Ready[] = []
  while (ready.length < count) {
    ready.push(...(await enroll(book, Array.from({ length: 2_000 }, anyone))))
  }
  await book.close()
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

type Own = { four: number; one: number; p50: number; p99: number }

async function using<T>(senders: Senders, work: (senders: Senders) => Promise<T>): Promise<T> {
  return await work(senders).finally(() => senders.close())
}

/**
 * Processes with their own ledgers, before a ledger process leads. After that, they may no longer
 * write.
 */
async function measureOwn({ url }: BenchDatabase, supply: Supply): Promise<Own> {
  section('Processes with a ledger of their own, 1,000,000 seats, 64 callers each')
  const one = await using(await openSenders('own', 1, url), async (senders) => {
    const rate = await senders.rate(supply(BURST))
    return { rate, ...(await senders.latency(supply(PER_SECOND * LATENCY_SECONDS), PER_SECOND)) }
  })
  note('one: activations per second', one.rate, '/s')
  const four = await using(await openSenders('own', 4, url), (senders) => {
    return senders.rate(supply(BURST))
  })
  note('four: activations per second', four, '/s')
  return { four, one: one.rate, p50: one.p50, p99: one.p99 }
}

async function measureForwarding({ url }: BenchDatabase, supply: Supply, own: Own) {
  section('Processes that forward to one ledger process, 64 callers each')
  await look()
  const one = await using(await openSenders('forward', 1, url), async (senders) => {
    const rate = await senders.rate(supply(BURST))
    return { rate, ...(await senders.latency(supply(PER_SECOND * LATENCY_SECONDS), PER_SECOND)) }
  })
  note('one: activations per second', one.rate, '/s')
  await judge('one, against one with its own ledger', one.rate / own.one, { atLeast: 0.9 })
  note(`p50 and p99 at ${PER_SECOND}/s with an own ledger: p50`, own.p50, 'ms')
  note('p99', own.p99, 'ms')
  await judge('forwarding adds to the p50, in ms', one.p50 - own.p50, { atMost: 2 })
  await judge('forwarding adds to the p99, in ms', one.p99 - own.p99, { atMost: 15 })
  const four = await using(await openSenders('forward', 4, url), (senders) => {
    return senders.rate(supply(2 * BURST))
  })
  note('four: activations per second', four, '/s')
  await judge('four, against four with their own ledgers', four / own.four, { atLeast: 2 })
}
