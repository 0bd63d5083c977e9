/**
 * The ledger at its size, tree reads, and activations over HTTP. Sizes, reads, and HTTP alternate
 * with what they are compared with, so that a machine whose speed changes doesn't change the ratio.
 */
import { foldState } from '../src/server/book/state/fold.ts'
import {
  enroll,
  measureActivations,
  measureLatency,
  measureWallets,
  openBenchBook,
  watchBatches,
} from './book.ts'
import type { BenchDatabase, BenchServer } from './database.ts'
import { membersReach, random, randomSponsor, seatsReach } from './growths.ts'
import { measureHttp } from './http.ts'
import { measureRowReads, measureTreeReads, nameMembers } from './network.ts'
import { populate, type Growth } from './populate.ts'
import { hold, median, note, section } from './report.ts'
import { busyWhile, untilQuiet } from './scale/quiet.ts'
import { measureSnapshot } from './snapshot.ts'
import { measureYardstick, prepareYardstick } from './yardstick.ts'

const ROUNDS = 3
const BURST = 20_000
/** Few, so that a network of 10,000 seats stays small. */
const SMALL_BURST = 5_000
const SECONDS = 3

/** A book on a network grown in a given way, after a burst that isn't counted. */
async function openGrown(database: BenchDatabase, growth: Growth) {
  await populate(database.db, growth)
  const watch = watchBatches(database.pool)
  const book = await openBenchBook(database.db, database.pool, { onBatch: watch.onBatch })
  const { members } = book.status()
  const some = (count: number) => Array.from({ length: count }, () => 2 + random(members - 1))
  await measureActivations(book, await enroll(book, some(2_000)))
  return {
    book,
    some,
    /** Activations per second below random sponsors. */
    async burst(count = BURST): Promise<number> {
      const ready = await enroll(book, some(count))
      watch.start()
      return await measureActivations(book, ready)
    },
    /** Of the last burst. */
    showBatches(): void {
      const { trips, ms } = watch.figures()
      note('per batch: round trips', trips, '')
      for (const [phase, each] of ms) note(`per batch: ${phase}`, each, 'ms')
    },
  }
}

type Grown = Awaited<ReturnType<typeof openGrown>>

/** @param warm how many bursts come first, so that caches are full and pages already changed */
export async function measureBook(server: BenchServer, seats: number, warm: number): Promise<void> {
  section('Yardstick: TPC-B-like transactions, prepared, 8 connections, fsync on')
  const tpcb = await server.database('yardstick')
  await prepareYardstick(tpcb.pool)
  const yardstick = () => measureYardstick(tpcb.pool, SECONDS)
  note('transactions per second', await yardstick(), '/s')

  section(`The book, ${seats.toLocaleString('en')} seats beside 10,000, ${ROUNDS} rounds`)
  const small = await server.database('small')
  const few = await openGrown(small, { sponsorOf: randomSponsor, ...seatsReach(10_000) })
  const large = await server.database('large')
  const many = await openGrown(large, { sponsorOf: randomSponsor, ...seatsReach(seats) })
  for (let burst = 0; burst < warm; burst++) await many.burst()
  await compareSizes(few, many, yardstick)
  await few.book.close()
  await small.close()
  await measureMore(large, many, yardstick)
  await tpcb.close()
  await large.close()
}

type Measure = () => Promise<number>

async function compareSizes(few: Grown, many: Grown, yardstick: Measure): Promise<void> {
  const rounds = []
  const quiet = await untilQuiet()
  for (let round = 0; round < ROUNDS; round++) {
    const before = await yardstick()
    const [atFew, atMany] = [await few.burst(SMALL_BURST), await many.burst()]
    rounds.push({ atFew, atMany, yard: (before + (await yardstick())) / 2 })
  }
  many.showBatches()
  for (const { atFew, atMany, yard } of rounds) {
    note('yardstick before and after', yard, '/s')
    note('  activations settled per second, 10,000 seats', atFew, '/s')
    note('  activations settled per second', atMany, '/s')
  }
  const ratios = rounds.map(({ atMany, yard }) => atMany / yard)
  hold('against the yardstick, median', median(ratios), { atLeast: 5 }, quiet)
  const costs = rounds.map(({ atFew, atMany }) => atFew / atMany)
  hold('cost of one, against 10,000 seats, median', median(costs), { atMost: 1.3 }, quiet)
}

async function measureMore(large: BenchDatabase, { book, some, burst }: Grown, yardstick: Measure) {
  const half = await measureLatency(book, await enroll(book, some(10_000)), (await burst()) / 2)
  note('latency at half load, p50', half.p50, 'ms')
  note('latency at half load, p99', half.p99, 'ms')
  let quiet = await untilQuiet()
  const spread = await measureWallets(book, some(10_000), 10_000)
  const hot = await measureWallets(book, some(1), 10_000)
  hold('one hot wallet against 10,000 wallets', hot / spread, { atLeast: 0.9 }, quiet)
  const ready = await enroll(book, some(12_000))
  await book.close()
  await measureStart(large)
  await measureReads(large, some(5_000))
  section('Through HTTP, 64 connections')
  quiet = await untilQuiet()
  const bursts = await measureHttp(large.db, large.url, ready, yardstick)
  for (const { perSecond, yard } of bursts) {
    note('yardstick before and after', yard, '/s')
    note('  activations per second', perSecond, '/s')
  }
  const ratios = bursts.map(({ perSecond, yard }) => perSecond / yard)
  hold('against the yardstick, median', median(ratios), { atLeast: 1 }, quiet)
}

async function measureStart(large: BenchDatabase): Promise<void> {
  const quiet = await untilQuiet()
  const started = performance.now()
  const { busy, result: memory } = await busyWhile(() => foldState(large.pool))
  const seconds = (performance.now() - started) / 1000
  note('fold at start: seats, profiles, members, wallets', seconds, 's')
  note('  share of both processors meanwhile', busy, '')
  note('  resident memory of this process', process.memoryUsage.rss() / 1e6, 'MB')
  const perSecond = memory.state.numbers.ordinal / seconds
  hold('seats folded per second', perSecond, { atLeast: 1_000_000 }, quiet)
  await measureSnapshot(large, memory)
}

async function measureReads({ db }: BenchDatabase, profiles: readonly number[]): Promise<void> {
  section('Reads')
  await nameMembers(db)
  await measureTreeReads(db, profiles, 2)
  const quiet = await untilQuiet()
  const rounds = []
  for (let round = 0; round < ROUNDS; round++) {
    const rows = await measureRowReads(db, profiles, SECONDS)
    const trees = await measureTreeReads(db, profiles, SECONDS)
    rounds.push(trees / rows)
    note('rows by key per second', rows, '/s')
    note('  trees (root and two levels) per second', trees, '/s')
  }
  hold('tree reads against one-row reads, median', median(rounds), { atLeast: 0.6 }, quiet)
}

export async function measureShapes(server: BenchServer): Promise<void> {
  section('Shapes of 100,000 members: cost of one activation against random sponsors')
  const shapes: [string, Growth][] = [
    ['random', { sponsorOf: randomSponsor, ...membersReach(100_000), activates: true }],
    ['one_sided', { sponsorOf: (n) => n + 1, ...membersReach(100_000), activates: true }],
    ['idle_chain', { sponsorOf: (n) => n + 1, ...membersReach(100_000), activates: false }],
  ]
  let reference = 0
  for (const [name, growth] of shapes) {
    const database = await server.database(name)
    const { book, burst, showBatches } = await openGrown(database, growth)
    const rate = await burst()
    showBatches()
    note(`${name}: activations settled per second`, rate, '/s')
    if (reference === 0) reference = rate
    else hold(`${name}: cost of one, against random`, reference / rate, { atMost: 1.3 })
    await book.close()
    await database.close()
  }
}
