/**
 * One life of the product for payout faults, with a database that can be copied, lost and replaced.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { startDevnet, type Devnet } from '../../src/devnet/devnet.ts'
import { openKysely, openPool } from '../../src/db/pool.ts'
import { openBook } from '../../src/server/book/book.ts'
import { configOf } from '../../src/server/config/read-config.ts'
import type { Context } from '../../src/server/context.ts'
import { openWatcher } from '../../src/server/deposit/chain-watcher.ts'
import { openPayouts } from '../../src/server/payout/payout-worker.ts'
import type { GateOptions } from '../../src/server/payout/signing-gate.ts'
import { openTronNodes } from '../../src/tron/quorum/nodes.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { productHooks } from '../../src/server/app/batch-hooks.ts'

export type Life = {
  context: Context
  /** A freshly started payout worker. */
  payouts(options?: GateOptions, context?: Context): Promise<{ round(): Promise<void> }>
  watch(): Promise<void>
  /** Makes sent payouts final and lets the scan see them. */
  settle(): Promise<void>
  end(): Promise<void>
}

export type PayoutWorld = {
  devnet: Devnet
  ask(name: string, body: object): Promise<void>
  begin(): Promise<Life>
  /** Saves the database in its current state. No life may be running. */
  backUp(): Promise<void>
  /** Replaces the current database with the saved one, even during a life. */
  restore(): Promise<void>
  close(): Promise<void>
}

export async function openPayoutWorld(): Promise<PayoutWorld> {
  const dataDir = await mkdtemp(join(tmpdir(), 'twofold-lives-'))
  const seed = '5e'.repeat(32)
  const devnet = await startDevnet({ port: 0, host: '127.0.0.1', dataDir, blockMs: 0, seed })
  const database = await createTestDatabase(2)
  await database.pool.end()
  let lost = 0
  const kept = `${database.name}_kept`
  const administer = async (...statements: string[]): Promise<void> => {
    const connectionString = urlOf(database, 'postgres')
    const pool = openPool({ connectionString, name: 'lives', maxConnections: 1 })
    try {
      for (const statement of statements) await pool.query(statement)
    } finally {
      await pool.end()
    }
  }
  const ask = async (name: string, body: object): Promise<void> => {
    const request = { method: 'POST', body: JSON.stringify(body) }
    const response = await fetch(`${devnet.url}/devnet/${name}`, request)
    if (!response.ok) throw new Error(`devnet ${name}: ${await response.text()}`)
  }
  return {
    devnet,
    ask,
    begin: () => startLife(devnet, urlOf(database, database.name), dataDir, ask),
    backUp: () =>
      administer(
        drop(kept),
        `create database ${kept} template ${database.name} strategy file_copy`,
      ),
    async restore() {
      lost += 1
      await administer(
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${database.name}'`,
        `alter database ${database.name} rename to ${database.name}_lost${lost}`,
        `alter database ${kept} rename to ${database.name}`,
      )
    },
    async close() {
      const names = Array.from({ length: lost }, (_, at) => `${database.name}_lost${at + 1}`)
      await administer(...[...names, kept, database.name].map(drop))
      await devnet.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

const drop = (name: string): string => `drop database if exists ${name} with (force)`

const urlOf = ({ url, name }: TestDatabase, database: string): string => url.replace(name, database)

async function startLife(
  devnet: Devnet,
  url: string,
  dataDir: string,
  ask: PayoutWorld['ask'],
): Promise<Life> {
  const config = await configOf({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' })
  // Nothing fills the wallet here, because the test counts its coins.
  config.tronApiUrls = null
  const log = pino({ level: 'silent' })
  const pool = openPool({ connectionString: url, name: 'life', maxConnections: 6 })
  const db = openKysely(pool)
  const book = await openBook({ db, pool, log, hooks: productHooks(config) })
  const { usdtContract } = devnet.info
  const nodes = [{ url: devnet.url, ratePerSecond: 10_000, pauseMs: 20, timeoutMs: 2_000 }]
  const tron = openTronNodes({ nodes, usdtContract, headLastsMs: 0 })
  const stopping = new AbortController().signal
  const context = { config, pool, db, read: db, book, tron, usdtContract, log, stopping }
  const watcher = openWatcher(context)
  return {
    context,
    payouts: (options = {}, of = context) => openPayouts(of, { mostBehindMs: 0, ...options }),
    watch: () => watcher.round(),
    async settle() {
      await ask('mine', { blocks: 19 })
      await watcher.round()
    },
    async end() {
      await book.close()
      await pool.end()
    },
  }
}
