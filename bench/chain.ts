/**
 * The chain watcher: scanned blocks, credited deposits, time spent waiting for the node, memory.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { pino } from 'pino'
import { eventOf } from '../src/domain/ledger/event.ts'
import { openBook } from '../src/server/book/book.ts'
import { configOf } from '../src/server/config/read-config.ts'
import { depositAddress } from '../src/server/deposit/incoming/deposit-address.ts'
import { openWatcher } from '../src/server/deposit/chain-watcher.ts'
import { acceptOldTransfers } from '../src/server/deposit/deposit-deadlines.ts'
import { requireAddress } from '../src/tron/encoding/address.ts'
import { asJson, asText, parseJson } from '../src/tron/encoding/json.ts'
import { openTronNodes } from '../src/tron/quorum/nodes.ts'
import { firstOutput, startChild } from './processes/children.ts'
import type { BenchDatabase } from './database.ts'
import { note } from './report.ts'
import { outcomeOf } from '../tests/support/book-acts.ts'
import { productHooks } from '../src/server/app/batch-hooks.ts'

const MEMBERS = 200
const BLOCKS = 100
const PER_BLOCK = 100
const QUIET_BLOCKS = 3_000
const SOLID_AFTER = 19
/** A deposit of two dollars and its fee. */
const AMOUNT = '2.1'

/** Measures one watcher on a fresh database, with a devnet in its own process. */
export async function measureChain(database: BenchDatabase): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'twofold-bench-chain-'))
  const devnet = await startNode(dataDir)
  try {
    await measureWith(database, devnet, dataDir)
  } finally {
    devnet.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

type Node = { url: string; usdtContract: string; stop(): void }

async function startNode(dataDir: string): Promise<Node> {
  const program = fileURLToPath(new URL('devnet-process.ts', import.meta.url))
  const child = startChild(program, [dataDir], { stdout: 'pipe' })
  const told = asJson(parseJson(await firstOutput(child)))
  const [url, usdtContract] = [asText(told.url), asText(told.usdtContract)]
  return { url, usdtContract, stop: () => void child.kill('SIGKILL') }
}

async function ask(node: Node, name: string, body: object): Promise<void> {
  const request = { method: 'POST', body: JSON.stringify(body) }
  const response = await fetch(`${node.url}/devnet/${name}`, request)
  if (!response.ok) throw new Error(`devnet ${name}: ${await response.text()}`)
  await response.arrayBuffer()
}

async function mine(node: Node, blocks: number): Promise<void> {
  for (let left = blocks; left > 0; left -= 100) {
    await ask(node, 'mine', { blocks: Math.min(left, 100) })
  }
}

async function openWorld({ db, pool }: BenchDatabase, node: Node, dataDir: string) {
  const config = await configOf({ DATA_DIR: dataDir, LOG_LEVEL: 'error' })
  const log = pino({ level: 'error' })
  const usdtContract = requireAddress(node.usdtContract)
  const options = { url: node.url, ratePerSecond: 100_000, timeoutMs: 30_000 }
  const tron = openTronNodes({ nodes: [options], usdtContract })
  const book = await openBook({ db, pool, log, hooks: productHooks(config) })
  const stopping = new AbortController().signal
  const context = { config, pool, db, read: db, book, tron, usdtContract, log, stopping }
  const waitedMs = (): number => tron.health()[0]?.waitedMs ?? 0
  return { context, waitedMs }
}

type World = Awaited<ReturnType<typeof openWorld>>

async function enrollAddresses({ context }: World): Promise<string[]> {
  const { book } = context
  const addresses: string[] = []
  for (let at = 0; at < MEMBERS; at += 1) {
    const command = { kind: 'register', sponsor: 1 } as const
    const { effects } = await outcomeOf(book, { command, by: { system: 'bench' } })
    const { no } = eventOf(effects, 'member')
    addresses.push(await depositAddress(context, no))
  }
  return addresses
}

async function payAll(node: Node, addresses: readonly string[]): Promise<void> {
  for (let block = 0; block < BLOCKS; block += 1) {
    const transfers = Array.from({ length: PER_BLOCK }, (_, at) => ({
      address: addresses[(block * PER_BLOCK + at) % addresses.length],
      amount: AMOUNT,
    }))
    await ask(node, 'faucet-many', { asset: 'USDT', transfers })
    await mine(node, 1)
  }
  await mine(node, SOLID_AFTER)
}

/** Runs something and reports its duration, the node's share of it, and the peak memory. */
async function measure({ waitedMs }: World, work: () => Promise<void>) {
  const [waitedBefore, startMs] = [waitedMs(), performance.now()]
  let mostBytes = 0
  const look = (): void => void (mostBytes = Math.max(mostBytes, process.memoryUsage.rss()))
  const timer = setInterval(look, 20)
  await work()
  look()
  clearInterval(timer)
  const ms = performance.now() - startMs
  return {
    seconds: ms / 1000,
    waiting: (waitedMs() - waitedBefore) / ms,
    megabytes: mostBytes / 1e6,
  }
}

async function measureWith(database: BenchDatabase, node: Node, dataDir: string): Promise<void> {
  const world = await openWorld(database, node, dataDir)
  const watcher = openWatcher(world.context)
  await watcher.round()
  const addresses = await enrollAddresses(world)

  await mine(node, QUIET_BLOCKS)
  const quiet = await measure(world, () => watcher.round())
  note('quiet blocks scanned per second', QUIET_BLOCKS / quiet.seconds, '/s')
  note('share of the time spent waiting for the node', quiet.waiting * 100, '%')

  await payAll(node, addresses)
  const count = BLOCKS * PER_BLOCK
  const recorded = await measure(world, () => watcher.round())
  note(
    'full blocks scanned per second (100 payments each), all booked',
    BLOCKS / recorded.seconds,
    '/s',
  )
  note('payments recorded and booked per second', count / recorded.seconds, '/s')
  note('share of the time spent waiting for the node', recorded.waiting * 100, '%')
  const credited = await measure(world, async () => {
    let done = 0
    // Without requests: each deposit is credited by its acceptance, as after 24 hours.
    while (done < count) {
      const some = await acceptOldTransfers(world.context, -60_000)
      if (some === 0) throw new Error(`only ${done} of ${count} payments were credited`)
      done += some
    }
  })
  note(
    'deposits credited per second, from the block to the wallet',
    count / (recorded.seconds + credited.seconds),
    '/s',
  )
  note('memory at most, of this process', Math.max(recorded.megabytes, credited.megabytes), 'MB')
  await world.context.book.close()
}
