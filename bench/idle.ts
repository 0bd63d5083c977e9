/** An idle installation's requests to its nodes: all workers at production pace. */
import { setTimeout as sleep } from 'node:timers/promises'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { startDevnet, type Devnet } from '../src/devnet/devnet.ts'
import { openBook } from '../src/server/book/book.ts'
import { configOf } from '../src/server/config/read-config.ts'
import type { Context } from '../src/server/context.ts'
import { startWorkers } from '../src/server/app/workers/start-workers.ts'
import { makeStopList } from '../src/server/startup/stop-list.ts'
import { toHex } from '../src/tron/encoding/hex.ts'
import { openTronNodes } from '../src/tron/quorum/nodes.ts'
import { newPrivateKey } from '../src/tron/keys/secret-keys.ts'
import type { BenchDatabase } from './database.ts'
import { hold, note } from './report.ts'
import { productHooks } from '../src/server/app/batch-hooks.ts'

const BLOCK_MS = 3_000
const SOLID_AFTER = 19
/** Long enough for three rounds of each minute's work. */
const MEASURED_MS = 180_000
const DAY_MS = 86_400_000
/** Three fifths of the allowance of a large provider's free key. */
const MAX_A_DAY = 60_000
const NODES = ['one', 'two', 'three']
const stranger = 'TU8MbhYhurKv4T3xAHQKZCeP4DtFCmWLMt'

const told = pino({ level: process.env.BENCH_LOG ?? 'fatal' })

/** Runs every worker beside nodes that make a block every three seconds, and counts requests. */
export async function measureIdle(database: BenchDatabase): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'twofold-bench-idle-'))
  const devnet = await startDevnet({ port: 0, host: '127.0.0.1', dataDir, blockMs: BLOCK_MS })
  const chain = setInterval(() => void pay(devnet), BLOCK_MS)
  const stops = makeStopList()
  const stopping = new AbortController()
  try {
    // Each final block during the measurement has a contract call, as all real ones do.
    for (let block = 0; block < SOLID_AFTER; block += 1) await mineWithCall(devnet)
    const context = await openWorld(database, devnet, dataDir, stopping.signal)
    stops.add('book', () => context.book.close())
    await startWorkers({ ...context, onDeposit: () => {}, onBlockAge: () => {} }, stops)
    await sleep(15_000)
    await lookAt(devnet)
    const [before, startMs] = [askedOf(context), performance.now()]
    await sleep(MEASURED_MS)
    const after = askedOf(context)
    const each = after.map((asked, at) => asked - (before[at] ?? 0))
    report(await lookAt(devnet), each, performance.now() - startMs)
  } finally {
    clearInterval(chain)
    stopping.abort()
    await stops.stopAll(told)
    await devnet.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

const askedOf = ({ tron }: Context): number[] => tron.health().map(({ asked }) => asked)

function report(asked: ReadonlyMap<string, number>, each: readonly number[], tookMs: number): void {
  const aDay = (count: number): number => (count * DAY_MS) / tookMs
  for (const [path, count] of [...asked].toSorted(([, a], [, b]) => b - a)) {
    const seconds = Math.round(tookMs / 1000)
    const counted = `${path}: ${count} in ${seconds} s of ${NODES.length} nodes`
    note(counted, aDay(count / NODES.length), '/day each')
  }
  if (each.some((count) => count === 0)) throw new Error('a node was asked nothing')
  const most = aDay(Math.max(...each))
  note('requests a day of an idle installation, the busiest node', most, '/day')
  hold('against the budget of 60,000 a day', most / MAX_A_DAY, { atMost: 1 })
}

async function openWorld(
  { db, pool }: BenchDatabase,
  { url, info }: Devnet,
  dataDir: string,
  stopping: AbortSignal,
): Promise<Context> {
  const made = await configOf({ DATA_DIR: dataDir, RATE_LIMITS: 'off' })
  const config = {
    ...made,
    production: true,
    tronApiUrls: [url],
    usdtContract: info.usdtContract,
    payoutKey: toHex(newPrivateKey()),
  }
  const nodes = NODES.map((name) => ({ url: `${url}/at/${name}` }))
  const { usdtContract, balanceReader: reader } = info
  const { reconcileBatch: batch, reconcileCallsPerSecond: perSecond } = made
  const holdings = { reader, batch, perSecond }
  const tron = openTronNodes({ nodes, usdtContract, holdings })
  const book = await openBook({ db, pool, log: told, hooks: productHooks(config) })
  return { config, pool, db, read: db, book, tron, usdtContract, log: told, stopping }
}

async function ask({ url }: Devnet, name: string, body: object): Promise<unknown> {
  const request = { method: 'POST', body: JSON.stringify(body) }
  const response = await fetch(`${url}/devnet/${name}`, request)
  if (!response.ok) throw new Error(`devnet ${name}: ${await response.text()}`)
  return response.json()
}

const pay = (devnet: Devnet) =>
  ask(devnet, 'faucet', { asset: 'USDT', address: stranger, amount: '1' })

async function mineWithCall(devnet: Devnet): Promise<void> {
  await pay(devnet)
  await ask(devnet, 'mine', { blocks: 1 })
}

async function lookAt(devnet: Devnet): Promise<Map<string, number>> {
  const { paths } = (await ask(devnet, 'asked', {})) as { paths: Record<string, number> }
  return new Map(Object.entries(paths))
}
