/** Several processes: the cost of forwarding, and the gain from each further process. */
import { sql } from 'kysely'
import { foldState } from '../../src/server/book/state/fold.ts'
import { catchUp, type Memory } from '../../src/server/book/state/catch-up.ts'
import { enroll, openBenchBook, type Ready } from '../book.ts'
import type { BenchDatabase, BenchServer } from '../database.ts'
import { startRole } from './fleet.ts'
import { untilQuiet } from './quiet.ts'
import { hold, median, note, section, type Target } from '../report.ts'
import { measureWebs, WEB_BURSTS } from './web.ts'
import { openSenders, type Crowd, type Senders } from './senders.ts'
import { measureSnapshot } from '../snapshot.ts'

const BURST = 5_000
/** Of each measurement, on both sides in turns. The figure is their median. */
const ROUNDS = 5
const PER_SECOND = 1_500
const LATENCY_SECONDS = 4
/** The callers of each of four processes. */
const FOURS = [16, 64]
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
export async function measureScale(
  server: BenchServer,
  database: BenchDatabase,
  anyone: () => number,
): Promise<void> {
  const followed = await foldState(database.pool)
  await look()
  await measureSnapshot(database, followed, wasQuiet)
  wasQuiet = true
  const supply = await prepare(database, anyone)
  await measureFollowing(database, followed)
  await database.close()
  const copy = await server.copy('scale_forwarded', database)
  const ledger = await startRole('ledger', copy.url)
  try {
    await measureForwarding(database.url, copy.url, supply)
    section('Through HTTP: the ledger and one or three web processes')
    await measureWebs(copy, () => supply(WEB_BURST), judge)
  } finally {
    await ledger.end()
    await copy.close()
  }
}

type Supply = (count: number) => Ready[]

/** Members who can pay for their seat, enough for all parts. */
async function prepare(database: BenchDatabase, anyone: () => number): Promise<Supply> {
  const bursts = (1 + ROUNDS) * BURST
  const count =
    (1 + FOURS.length) * bursts + ROUNDS * PER_SECOND * LATENCY_SECONDS + WEB_BURSTS * WEB_BURST
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

/** Senders with a ledger of their own, and others that forward to the leader of a copy of it. */
type Sides = { readonly own: Senders; readonly forwarding: Senders }

async function usingSides<T>(
  [ownUrl, forwardedUrl]: readonly [string, string],
  crowd: Crowd,
  work: (sides: Sides) => Promise<T>,
): Promise<T> {
  const own = await openSenders('own', ownUrl, crowd)
  try {
    const forwarding = await openSenders('forward', forwardedUrl, crowd)
    return await work({ own, forwarding }).finally(() => forwarding.close())
  } finally {
    await own.close()
  }
}

type Pair<T> = { readonly own: T; readonly forwarding: T }

/**
 * Measures both sides with the same members, five times in turns, because a shared machine is fast
 * in one minute and slow in the next.
 */
async function inTurns<T>(
  { own, forwarding }: Sides,
  next: () => Ready[],
  measure: (senders: Senders, ready: readonly Ready[]) => Promise<T>,
): Promise<Pair<T>[]> {
  const pairs: Pair<T>[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const ready = next()
    await look()
    if (round % 2 === 0) {
      pairs.push({ own: await measure(own, ready), forwarding: await measure(forwarding, ready) })
    } else {
      const after = await measure(forwarding, ready)
      pairs.push({ own: await measure(own, ready), forwarding: after })
    }
  }
  return pairs
}

/** Activations per second at full speed, forwarding relative to own ledgers. */
async function compareRates(sides: Sides, supply: Supply): Promise<number> {
  const burst = (): Ready[] => supply(BURST)
  const first = burst()
  await sides.own.rate(first)
  await sides.forwarding.rate(first)
  const pairs = await inTurns(sides, burst, (senders, ready) => senders.rate(ready))
  note('  own ledgers: activations per second', median(pairs.map(({ own }) => own)), '/s')
  note('  forwarding', median(pairs.map(({ forwarding }) => forwarding)), '/s')
  return median(pairs.map(({ own, forwarding }) => forwarding / own))
}

async function measureForwarding(own: string, forwarded: string, supply: Supply): Promise<void> {
  section('Processes that forward beside ones with own ledgers, 1,000,000 seats')
  await usingSides([own, forwarded], { count: 1, callers: 64 }, async (sides) => {
    note('one, 64 callers, median ratio', await compareRates(sides, supply), '')
    const steady = (): Ready[] => supply(PER_SECOND * LATENCY_SECONDS)
    const pairs = await inTurns(sides, steady, (senders, ready) => {
      return senders.latency(ready, PER_SECOND)
    })
    for (const [name, atMost] of [
      ['p50', 2],
      ['p99', 15],
    ] as const) {
      note(`  own ledger at ${PER_SECOND}/s: ${name}`, median(pairs.map((p) => p.own[name])), 'ms')
      const added = median(pairs.map((pair) => pair.forwarding[name] - pair.own[name]))
      await judge(`forwarding adds to the ${name}, in ms, median`, added, { atMost })
    }
  })
  for (const callers of FOURS) {
    await usingSides([own, forwarded], { count: 4, callers }, async (sides) => {
      const ratio = await compareRates(sides, supply)
      await judge(`four, ${callers} callers each, median ratio`, ratio, { atLeast: 2 })
    })
  }
}
