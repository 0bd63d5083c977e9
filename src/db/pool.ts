import {
  Kysely,
  PostgresDialect,
  type PostgresCursor,
  type PostgresPool,
  type PostgresPoolClient,
  type PostgresQueryResult,
} from 'kysely'
import { Client, Pool, types, type CustomTypesConfig, type PoolClient, type QueryConfig } from 'pg'
import type { Database } from './types.ts'

export type PoolOptions = {
  connectionString: string
  /** Shown in pg_stat_activity, so that a long lock names its process. */
  name: string
  maxConnections?: number
  statementTimeoutMs?: number
  lockTimeoutMs?: number
  idleInTransactionTimeoutMs?: number
  connectTimeoutMs?: number
  /** Told of connections that broke while nobody was asking them anything. */
  onError?: (error: Error) => void
}

/** Longer than any statement may take on the server: an answer that late is not coming. */
const answerMarginMs = 5_000
const statementTimeoutMs = 15_000

const int8 = 20
const int8Array = 1016

/** Reads int8 as bigint. Belongs to the pool: the driver's own table is global and stays alone. */
const parsers: CustomTypesConfig = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === int8) return BigInt
    if (oid === int8Array) return readInt8Array
    return types.getTypeParser(oid, format)
  },
}

function readInt8Array(text: string): (bigint | null)[] {
  const inner = text.slice(1, -1)
  if (inner === '') return []
  return inner.split(',').map((item) => (item === 'NULL' ? null : BigInt(item)))
}

/**
 * Opens a pool of connections. Time-outs are set on the server for each session, so that a
 * statement ends there too and not only in the caller's patience.
 */
export function openPool(options: PoolOptions): Pool {
  const pool = new Pool({
    connectionString: options.connectionString,
    application_name: options.name,
    max: options.maxConnections ?? 10,
    connectionTimeoutMillis: options.connectTimeoutMs ?? 5_000,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    statement_timeout: options.statementTimeoutMs ?? statementTimeoutMs,
    lock_timeout: options.lockTimeoutMs ?? 10_000,
    idle_in_transaction_session_timeout: options.idleInTransactionTimeoutMs ?? 30_000,
    types: parsers,
  })
  const onError = options.onError ?? (() => {})
  // Without both listeners a restart of PostgreSQL ends the whole Node process: the pool tells of
  // idle clients, the client itself of a break between two statements of one transaction.
  pool.on('error', onError)
  pool.on('connect', (client) => client.on('error', onError))
  return pool
}

/** The typed query builder over a pool. Closing it (`destroy`) closes the pool. */
export function openKysely(pool: Pool): Kysely<Database> {
  return new Kysely<Database>({ dialect: new PostgresDialect({ pool: preparing(pool) }) })
}

// More texts than this are built by a loop somewhere, and must not fill the server's memory.
const maxPrepared = 400
const names = new Map<string, string>()

/**
 * Lets PostgreSQL keep the plan of each statement that has parameters: the query builder always
 * gives the same text for the same query, so the text can name the prepared statement.
 */
function preparing(pool: Pool): PostgresPool {
  const onServerMs = pool.options.statement_timeout ?? statementTimeoutMs
  // A tool whose statements may take as long as they need waits as long for their answers.
  const answerTimeoutMs = onServerMs ? onServerMs + answerMarginMs : null
  return {
    options: pool.options,
    connect: async () => preparingClient(await pool.connect(), answerTimeoutMs),
    end: () => pool.end(),
  }
}

function preparingClient(client: PoolClient, answerTimeoutMs: number | null): PostgresPoolClient {
  function query<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>>
  function query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>
  function query(text: unknown, values: readonly unknown[] = []): unknown {
    if (typeof text !== 'string') throw new TypeError('Cursors are not used here.')
    return answerInTime(client, client.query(prepare(text, values)), answerTimeoutMs)
  }
  return { query, release: (destroy) => client.release(destroy) }
}

/**
 * Ends a connection whose server has gone silent: a network that swallows packets tells nobody,
 * and whoever waits would wait for hours. The waiting query fails as with any lost connection.
 */
async function answerInTime<R>(client: PoolClient, query: Promise<R>, timeoutMs: number | null) {
  if (timeoutMs === null) return await query
  const timer = setTimeout(() => client instanceof Client && client.end(), timeoutMs)
  try {
    return await query
  } finally {
    clearTimeout(timer)
  }
}

function prepare(text: string, values: readonly unknown[]): QueryConfig {
  if (values.length === 0) return { text }
  const known = names.get(text)
  const name = known ?? (names.size < maxPrepared ? `q${names.size}` : undefined)
  if (name === undefined) return { text, values: [...values] }
  if (known === undefined) names.set(text, name)
  return { name, text, values: [...values] }
}
