/**
 * `npm run bench`: repeatable loads, printed as ratios to a yardstick from the same run. Takes some
 * minutes. `npm run bench -- rules` (or `book`, `shapes`, `api`, `chain`, `console`, `screen`,
 * `reconcile`, `idle`, `floor`, `growth`, `scale`, `takeover`, `proof`) runs one part. `npm run
 * bench -- proof members=50000` and `book seats=50000` run smaller versions of those parts.
 */
import { measureApi } from './api.ts'
import {
  measureActivations,
  measureLatency,
  measureWallets,
  openBenchBook,
  watchBatches,
} from './book.ts'
import { enroll } from './book.ts'
import { measureChain } from './chain.ts'
import { measureConsole } from './console.ts'
import { startBenchServer, type BenchDatabase, type BenchServer } from './database.ts'
import { measureFloor } from './floor.ts'
import { measureGrowth } from './growth.ts'
import { measureHttp } from './http.ts'
import { measureIdle } from './idle.ts'
import { measureRowReads, measureTreeReads, nameMembers } from './network.ts'
import { measureProof } from './proof/measure-proof.ts'
import { makeRandom, populate, type Growth } from './populate.ts'
import { hold, note, section, summarize } from './report.ts'
import { measureReconciliation } from './reconcile.ts'
import { measureRules } from './rules.ts'
import { measureScale } from './scale/processes.ts'
import { measureQuorum } from './scale/quorum.ts'
import { measureScreen } from './screen.ts'
import { measureSnapshot } from './snapshot.ts'
import { foldState } from '../src/server/book/fold.ts'
import { measureTakeovers } from './scale/takeover.ts'
import { measureOneRowReads, measureYardstick, prepareYardstick } from './yardstick.ts'

const SECONDS = 5
const random = makeRandom(7)
const randomSponsor = (n: number): number => (n === 0 ? 1 : 2 + random(n))
const seatsReach = (seats: number) => ({
  isDone: ({ numbers }: Parameters<Growth['isDone']>[0]) => numbers.ordinal >= seats,
  activates: true,
})
const membersReach = (members: number) => ({
  isDone: ({ numbers }: Parameters<Growth['isDone']>[0]) => numbers.member > members,
})

/** Activations per second on a network grown in a given way, below random sponsors. */
async function activationsOn(database: BenchDatabase, growth: Growth, count: number) {
  await populate(database.db, growth)
  const watch = watchBatches(database.pool)
  const book = await openBenchBook(database.db, database.pool, { onBatch: watch.onBatch })
  const { members } = book.status()
  const anyone = (): number => 2 + random(members - 1)
  await measureActivations(book, await enroll(book, Array.from({ length: 2_000 }, anyone)))
  const ready = await enroll(book, Array.from({ length: count }, anyone))
  watch.start()
  const rate = await measureActivations(book, ready)
  const { trips, ms } = watch.figures()
  note('per batch: round trips', trips, '')
  for (const [phase, each] of ms) note(`per batch: ${phase}`, each, 'ms')
  return { book, anyone, rate }
}

async function measureBook(server: BenchServer, yardstick: number, seats: number): Promise<void> {
  section('The book, 10,000 seats')
  const small = await server.database('small')
  const few = await activationsOn(
    small,
    { sponsorOf: randomSponsor, ...seatsReach(10_000) },
    20_000,
  )
  note('activations settled per second', few.rate, '/s')
  await few.book.close()
  await small.close()

  section(`The book, ${seats.toLocaleString('en')} seats`)
  const large = await server.database('large')
  const many = await activationsOn(
    large,
    { sponsorOf: randomSponsor, ...seatsReach(seats) },
    20_000,
  )
  note('activations settled per second', many.rate, '/s')
  hold('against the yardstick', many.rate / yardstick, { atLeast: 5 })
  hold('cost of one, against 10,000 seats', few.rate / many.rate, { atMost: 1.3 })
  await measureMore(large, many, yardstick)
  await large.close()
}

type Measured = Awaited<ReturnType<typeof activationsOn>>

async function measureMore(large: BenchDatabase, many: Measured, yardstick: number) {
  const { book, anyone, rate } = many
  const some = (count: number): number[] => Array.from({ length: count }, anyone)
  const half = await measureLatency(book, await enroll(book, some(10_000)), rate / 2)
  note('latency at half load, p50', half.p50, 'ms')
  note('latency at half load, p99', half.p99, 'ms')
  const spread = await measureWallets(book, some(10_000), 10_000)
  const hot = await measureWallets(book, [anyone()], 10_000)
  hold('one hot wallet against 10,000 wallets', hot / spread, { atLeast: 0.9 })
  const ready = await enroll(book, some(10_000))
  await book.close()

  const started = performance.now()
  const memory = await foldState(large.pool)
  const { state } = memory
  const seconds = (performance.now() - started) / 1000
  note('fold at start: seats, profiles, members, wallets', seconds, 's')
  hold('seats folded per second', state.numbers.ordinal / seconds, { atLeast: 1_000_000 })
  await measureSnapshot(large, memory)

  section('Reads')
  await nameMembers(large.db)
  const profiles = some(5_000)
  await measureTreeReads(large.db, profiles, 2)
  const rows = await measureRowReads(large.db, profiles, SECONDS)
  const trees = await measureTreeReads(large.db, profiles, SECONDS)
  note('trees (root and two levels) per second', trees, '/s')
  note('rows by key per second', rows, '/s')
  hold('tree reads against one-row reads', trees / rows, { atLeast: 0.6 })

  section('Through HTTP, 64 connections')
  const http = await measureHttp(large.db, large.url, ready)
  note('activations per second', http, '/s')
  hold('against the yardstick', http / yardstick, { atLeast: 1 })
}

async function measureShapes(server: BenchServer): Promise<void> {
  section('Shapes of 100,000 members: cost of one activation against random sponsors')
  const shapes: [string, Growth][] = [
    ['random', { sponsorOf: randomSponsor, ...membersReach(100_000), activates: true }],
    ['one_sided', { sponsorOf: (n) => n + 1, ...membersReach(100_000), activates: true }],
    ['idle_chain', { sponsorOf: (n) => n + 1, ...membersReach(100_000), activates: false }],
  ]
  let reference = 0
  for (const [name, growth] of shapes) {
    const database = await server.database(name)
    const { book, rate } = await activationsOn(database, growth, 20_000)
    note(`${name}: activations settled per second`, rate, '/s')
    if (reference === 0) reference = rate
    else hold(`${name}: cost of one, against random`, reference / rate, { atMost: 1.3 })
    await book.close()
    await database.close()
  }
}

async function measureEdge(server: BenchServer): Promise<void> {
  section('The API, 20,000 seats, 64 connections')
  const database = await server.database('api')
  await populate(database.db, { sponsorOf: randomSponsor, ...seatsReach(20_000) })
  await nameMembers(database.db)
  const members = Array.from({ length: 2_000 }, (_, i) => 2 + i * 5)
  await measureApi(database.db, database.url, members, SECONDS)
  await database.close()
}

async function measureRequestCost(server: BenchServer): Promise<void> {
  section('Requests against the floor, 20,000 seats, 64 connections')
  const database = await server.database('floor')
  await populate(database.db, { sponsorOf: randomSponsor, ...seatsReach(20_000) })
  await nameMembers(database.db)
  const members = Array.from({ length: 500 }, (_, i) => 2 + i * 5)
  await measureFloor(database, members, SECONDS)
  await database.close()
}

async function measureHistory(server: BenchServer): Promise<void> {
  section('A long history: 100,000 referrals and rewards, one request after the other')
  const database = await server.database('growth')
  await measureGrowth(database)
  await database.close()
}

async function measureNetworkScreen(server: BenchServer): Promise<void> {
  section('The network screen, 100,000 members')
  const database = await server.database('screen')
  const growth = { sponsorOf: randomSponsor, ...membersReach(100_000), activates: true }
  await populate(database.db, growth)
  await nameMembers(database.db)
  await measureScreen(database.db, database.url)
  await database.close()
}

async function measureDeposits(server: BenchServer): Promise<void> {
  section('The chain watcher: a devnet in a process of its own, 10,000 payments in 100 blocks')
  const database = await server.database('chain')
  await measureChain(database)
  await database.close()
}

async function measurePass(server: BenchServer): Promise<void> {
  section('Reconciliation, 1,000,000 addresses, 2,000,000 transfers: without the nodes')
  const database = await server.database('reconcile')
  await measureReconciliation(database)
  await database.close()
}

async function measureRequests(server: BenchServer): Promise<void> {
  section('An idle installation: every worker at the pace of production, a call in each block')
  const database = await server.database('idle')
  await measureIdle(database)
  await database.close()
}

async function measureProcesses(server: BenchServer): Promise<void> {
  section('More than one process, 1,000,000 seats')
  const database = await server.database('scale')
  const state = await populate(database.db, {
    sponsorOf: randomSponsor,
    ...seatsReach(1_000_000),
  })
  await measureScale(database, () => 2 + random(state.numbers.member - 1))
  await database.close()
  section('Three servers, 0 seats: a COMMIT that waits for a standby')
  await measureQuorum()
}

async function measureLeaders(server: BenchServer): Promise<void> {
  section('The ledger’s leader is replaced, 1,000,000 seats, 8 callers')
  const database = await server.database('takeover')
  const since = performance.now()
  await populate(database.db, { sponsorOf: randomSponsor, ...seatsReach(1_000_000) })
  note('seats made in', (performance.now() - since) / 1000, 's')
  await measureTakeovers(database)
  await database.close()
}

async function measureLists(server: BenchServer): Promise<void> {
  section('The console, 1,000,000 members, 5,000,000 postings: its lists one after the other')
  const database = await server.database('console')
  const growth = { sponsorOf: randomSponsor, ...membersReach(1_000_000), activates: true }
  await populate(database.db, growth)
  await measureConsole(database, 1_000_000)
  await database.close()
}

async function measureLog(server: BenchServer, members: number): Promise<void> {
  const database = await server.database('proof')
  await measureProof(database, members)
  await database.close()
}

/** A number from the command line, in the form `name=number`. */
const given = (args: readonly string[], name: string, otherwise: number): number =>
  Number(args.find((arg) => arg.startsWith(`${name}=`))?.slice(name.length + 1) ?? otherwise)

async function run(args: readonly string[]): Promise<void> {
  const parts = args.filter((arg) => !arg.includes('='))
  const wants = (part: string): boolean => parts.length === 0 || parts.includes(part)
  if (wants('rules')) measureRules()
  const needsServer = [
    'book',
    'shapes',
    'api',
    'chain',
    'console',
    'screen',
    'reconcile',
    'idle',
    'floor',
    'scale',
    'takeover',
    'growth',
    'proof',
  ]
  if (!needsServer.some(wants)) return
  const server = await startBenchServer()
  try {
    if (wants('api')) await measureEdge(server)
    if (wants('scale')) await measureProcesses(server)
    if (wants('takeover')) await measureLeaders(server)
    if (wants('floor')) await measureRequestCost(server)
    if (wants('growth')) await measureHistory(server)
    if (wants('proof')) await measureLog(server, given(args, 'members', 1_000_000))
    if (wants('chain')) await measureDeposits(server)
    if (wants('console')) await measureLists(server)
    if (wants('screen')) await measureNetworkScreen(server)
    if (wants('reconcile')) await measurePass(server)
    if (wants('idle')) await measureRequests(server)
    if (!wants('book') && !wants('shapes')) return
    section('Yardstick: TPC-B-like transactions, prepared, 8 connections, fsync on')
    const tpcb = await server.database('yardstick')
    await prepareYardstick(tpcb.pool)
    const yardstick = await measureYardstick(tpcb.pool, SECONDS)
    note('transactions per second', yardstick, '/s')
    note('one-row reads per second', await measureOneRowReads(tpcb.pool, SECONDS), '/s')
    if (wants('book')) await measureBook(server, yardstick, given(args, 'seats', 1_000_000))
    if (wants('shapes')) await measureShapes(server)
    note('\n  yardstick again, at the end', await measureYardstick(tpcb.pool, SECONDS), '/s')
    await tpcb.close()
  } finally {
    await server.stop()
  }
}

await run(process.argv.slice(2))
summarize()
