import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { pino, type Logger } from 'pino'
import type { Kysely } from 'kysely'
import type { Pool, PoolClient } from 'pg'
import type { Database } from '../../../src/db/types.ts'
import { openBook, type Book } from '../../../src/server/book/book.ts'
import { SEEN_HEADER } from '../../../src/contract/fields/seen.ts'
import { openKysely, openPool } from '../../../src/db/pool.ts'
import type { Config } from '../../../src/server/config/config.ts'
import { configOf } from '../../../src/server/config/read-config.ts'
import type { Context } from '../../../src/server/context.ts'
import { buildApp } from '../../../src/server/app/app.ts'
import { setHashCost } from '../../../src/server/passwords/password.ts'
import { openReads } from '../../../src/server/reads/open-reads.ts'
import { ensureFirstOperator } from '../../../src/server/staff/operators.ts'
import { requireAddress } from '../../../src/tron/encoding/address.ts'
import { openTronNodes } from '../../../src/tron/quorum/nodes.ts'
import { createTestDatabase, type TestDatabase } from '../../support/database.ts'
import { shareSecrets } from './shared-secrets.ts'
import { readAnswer, type Answer, type AnswerAt } from '../../support/answer.ts'
import { productHooks } from '../../../src/server/app/batch-hooks.ts'

export type { Answer }

export type Edge = {
  app: FastifyInstance
  /** The owner's connection, for a test's setup. The edge itself has the server's role. */
  db: Kysely<Database>
  book: Book
  config: Config
  context: Context
  databaseUrl: string
  call<const M extends string, const U extends string>(
    method: M,
    url: U,
    options?: CallOptions,
  ): Promise<AnswerAt<M, U>>
  close(): Promise<void>
}

export type CallOptions = {
  token?: string | undefined
  body?: unknown
  headers?: Record<string, string>
  raw?: string | Buffer
  address?: string
}

/** The parts of an edge, if not its own database without replicas. */
export type EdgePlace = {
  database?: TestDatabase
  replicaUrls?: readonly string[]
  /** Called with the server that each read goes to. */
  onRead?: (target: 'primary' | 'replica') => void
  /** Called with each connection of the ledger writer. */
  onLedgerConnection?: (client: PoolClient) => void
}

/** The HTTP edge over a real database and a real book, without a port. */
export async function openEdge(
  variables: Record<string, string> = {},
  webDirectory?: string,
  log: Logger = pino({ level: 'silent' }),
  { database: given, replicaUrls = [], onRead = () => {}, onLedgerConnection }: EdgePlace = {},
): Promise<Edge> {
  const database = given ?? (await createTestDatabase())
  const dataDir = await mkdtemp(join(tmpdir(), 'twofold-edge-'))
  await shareSecrets(dataDir)
  const config = await configOf({
    DATA_DIR: dataDir,
    RATE_LIMITS: 'off',
    AUTH_COST: 'low',
    ...variables,
  })
  setHashCost(config.authCost)
  // A busy machine makes callers wait. Only a test of that may be short of time.
  const connectTimeoutMs = 30_000
  const { PROCESS: part } = variables
  const apart = part === 'web' || part === 'worker'
  const serverUrl = apart ? database.urlOfPart(part) : database.serverUrl
  const pool = openPool({
    connectionString: serverUrl,
    name: database.name,
    connectTimeoutMs,
  })
  const db = openKysely(pool)
  // As in a ledger process, whose role may write only what commands and their hooks do.
  const bookPool = openPool({
    connectionString: database.urlOfPart('ledger'),
    name: `${database.name} book`,
    connectTimeoutMs,
  })
  if (onLedgerConnection) bookPool.on('connect', onLedgerConnection)
  const hooks = productHooks(config)
  const book = await openBook({ db: openKysely(bookPool), pool: bookPool, log, hooks })
  const usdtContract = requireAddress('TG3XXyExBkPp9nzdajDZsozEu4BkaSJozs')
  const nodes = [{ url: 'http://127.0.0.1:9' }]
  const tron = openTronNodes({ nodes, usdtContract })
  const stopping = new AbortController()
  const replicaPools: Pool[] = []
  const connect: Parameters<typeof openReads>[0]['connect'] = (name, url, most, limits) => {
    const opened = openPool({ connectionString: url, name, maxConnections: most, ...limits })
    replicaPools.push(opened)
    return opened
  }
  const places = { primary: pool, urls: replicaUrls, maxConnections: 5, connect }
  const reads = replicaUrls.length > 0 ? await openReads({ ...places, log, onRead }) : { read: db }
  const shared = { config, pool, db, ...reads, book, tron, usdtContract, log }
  const context: Context = { ...shared, stopping: stopping.signal }
  const built = webDirectory ?? join(dataDir, 'no build')
  await ensureFirstOperator(db, config)
  const edge = await openEdgeOn(context, serverUrl, built)
  return {
    ...edge,
    db: database.db,
    async close() {
      stopping.abort()
      await edge.close()
      await book.close()
      reads.replicas?.stop()
      for (const each of replicaPools) await each.end()
      await bookPool.end()
      await pool.end()
      await database.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/**
 * The HTTP edge of a process whose other parts are already open. It ignores any build in the tree:
 * a test serves its own files, or nothing.
 */
export async function openEdgeOn(
  context: Context,
  databaseUrl: string,
  built: string,
): Promise<Edge> {
  const places = { webDirectory: built, consoleDirectory: join(built, 'console') }
  const app = await buildApp(context, places)
  const { db, book, config } = context
  const seen: Seen = {}
  return {
    app,
    db,
    book,
    config,
    context,
    databaseUrl,
    call: (method, url, options = {}) => callApp(app, seen, method, url, options),
    close: () => app.close(),
  }
}

/** The position of the answers so far, which reads send back, as the web app does. */
type Seen = { header?: string }

async function callApp<M extends string, U extends string>(
  app: FastifyInstance,
  seen: Seen,
  method: M,
  url: U,
  { token, body, headers = {}, raw, address }: CallOptions,
): Promise<AnswerAt<M, U>> {
  const options: InjectOptions = {
    method: method,
    url,
    headers: {
      ...(method === 'GET' && seen.header ? { [SEEN_HEADER]: seen.header } : {}),
      ...headers,
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    ...(address ? { remoteAddress: address } : {}),
  }
  if (raw !== undefined) options.payload = raw
  else if (body !== undefined) {
    options.payload = JSON.stringify(body)
    options.headers = { 'content-type': 'application/json', ...options.headers }
  }
  const { statusCode: status, headers: sent, body: text } = await app.inject(options)
  const position = sent[SEEN_HEADER.toLowerCase()]
  if (typeof position === 'string') seen.header = position
  return readAnswer(method, url, { status, headers: sent, text })
}
