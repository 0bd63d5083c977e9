/**
 * `npm run bench`: repeatable loads, printed as ratios to a yardstick from the same run. Takes some
 * minutes. `npm run bench -- rules` (or `book`, `shapes`, `api`, `chain`, `console`, `screen`,
 * `reconcile`, `idle`, `floor`, `growth`, `scale`, `whole`, `takeover`, `proof`) runs one part.
 * `npm run bench -- proof members=50000` and `book seats=50000` run smaller versions of those
 * parts. `book warm=10` measures after ten bursts that don't count.
 * `settings=shared_buffers=8GB,…` starts the embedded server with other settings.
 * `server=postgresql://…` measures on a running PostgreSQL server instead, except for the three
 * servers of `scale`. Its role must be allowed to create databases. They are dropped at the end.
 */
import { readOptions, runTool, WrongUsage } from '../src/terminal/tool.ts'
import { measureApi } from './api.ts'
import { measureBook, measureShapes } from './book-run.ts'
import { measureChain } from './chain.ts'
import { measureConsole } from './console.ts'
import { startBenchServer, useBenchServer, type BenchServer } from './database.ts'
import { measureFloor } from './floor.ts'
import { measureGrowth } from './growth.ts'
import { measureIdle } from './idle.ts'
import { nameMembers } from './network.ts'
import { measureProof } from './proof/measure-proof.ts'
import { populate } from './populate.ts'
import { membersReach, random, randomSponsor, seatsReach } from './growths.ts'
import { note, section, summarize } from './report.ts'
import { measureReconciliation } from './reconcile.ts'
import { measureRules } from './rules.ts'
import { measureScale } from './scale/processes.ts'
import { measureQuorum } from './scale/quorum.ts'
import { measureScreen } from './screen.ts'
import { measureTakeovers } from './scale/takeover.ts'
import { measureWholeProcesses } from './scale/whole.ts'

const SECONDS = 5

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
  await measureScale(server, database, () => 2 + random(state.numbers.member - 1))
  section('Three servers, 0 seats: a COMMIT that waits for a standby')
  await measureQuorum()
}

async function measureWhole(server: BenchServer): Promise<void> {
  section('Through HTTP, 20,000 seats: web processes beside whole ones')
  await measureWholeProcesses(server)
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
  'whole',
  'takeover',
  'growth',
  'proof',
]

/** What the command line gives as `name=value`. */
const textOf = (args: readonly string[], name: string): string | undefined =>
  args.find((arg) => arg.startsWith(`${name}=`))?.slice(name.length + 1)

const given = (args: readonly string[], name: string, otherwise: number): number =>
  Number(textOf(args, name) ?? otherwise)

async function run(args: readonly string[]): Promise<void> {
  const parts = args.filter((arg) => !arg.includes('='))
  const wants = (part: string): boolean => parts.length === 0 || parts.includes(part)
  const unknown = parts.find((part) => ![...needsServer, 'rules'].includes(part))
  if (unknown !== undefined) throw new WrongUsage(`There is no part '${unknown}'.`, usage)
  if (wants('rules')) measureRules()
  if (!needsServer.some(wants)) return
  const running = textOf(args, 'server')
  const settings = textOf(args, 'settings')?.split(',')
  const server = running === undefined ? await startBenchServer(settings) : useBenchServer(running)
  try {
    if (wants('api')) await measureEdge(server)
    if (wants('scale')) await measureProcesses(server)
    if (wants('whole')) await measureWhole(server)
    if (wants('takeover')) await measureLeaders(server)
    if (wants('floor')) await measureRequestCost(server)
    if (wants('growth')) await measureHistory(server)
    if (wants('proof')) await measureLog(server, given(args, 'members', 1_000_000))
    if (wants('chain')) await measureDeposits(server)
    if (wants('console')) await measureLists(server)
    if (wants('screen')) await measureNetworkScreen(server)
    if (wants('reconcile')) await measurePass(server)
    if (wants('idle')) await measureRequests(server)
    if (wants('book')) {
      await measureBook(server, given(args, 'seats', 1_000_000), given(args, 'warm', 0))
    }
    if (wants('shapes')) await measureShapes(server)
  } finally {
    await server.stop()
  }
}

const usage =
  'Usage: npm run bench [-- PART…] [members|seats|warm=N] [settings=NAME=VALUE,…|server=URL]'
const { positionals } = readOptions({ usage, options: {}, words: Infinity })
await runTool([], async () => {
  await run(positionals)
  summarize()
})
