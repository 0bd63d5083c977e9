import {
  Kysely,
  PostgresDialect,
  type PostgresCursor,
  type PostgresPool,
  type PostgresPoolClient,
  type PostgresQueryResult,
} from 'kysely'
import {
  Client,
  Pool,
  types,
  type CustomTypesConfig,
  type PoolClient,
  type PoolConfig,
  type QueryConfig,
} from 'pg'
import {
  breaksConnection,
  isPlanRejected,
  isServerError,
  markLost,
  NotReplicated,
  RolledBack,
  TransactionOver,
} from './errors.ts'
import { roleLimits } from './role-limits.ts'
import { limitReads } from './connection/silence.ts'
import { statementSpan } from './connection/statement-span.ts'
import type { Database } from './types.ts'

export type PoolOptions = {
  connectionString: string
  /** Shown in pg_stat_activity, so that a long lock names its process. */
  name: string
  maxConnections?: number
  /** Only where the role's own limit (`role-limits.ts`) doesn't fit. 0: none. */
  statementTimeoutMs?: number
  lockTimeoutMs?: number
  connectTimeoutMs?: number
  /** How long an answer may take before the connection counts as lost. */
  answerTimeoutMs?: number
  /** How long nothing may arrive during a long read (`readLong`). */
  readSilenceMs?: number
  /** Called when an idle connection breaks. */
  onError?: (error: Error) => void
}

/** Longer than any statement may take on the server, so a later answer will never come. */
const ANSWER_MARGIN_MS = 5_000

/** The kernel then asks the other side, which Linux otherwise does only after two hours. */
export const KEEP_ALIVE_MS = 2_000

const INT8 = 20
const INT8_ARRAY = 1016

/** Reads int8 as bigint. It belongs to the pool, because the driver's own table is global. */
const parsers: CustomTypesConfig = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === INT8) return BigInt
    if (oid === INT8_ARRAY) return readInt8Array
    // The driver types its parsers as any.
    return types.getTypeParser(oid, format) as (text: string) => unknown
  },
}

function readInt8Array(text: string): (bigint | null)[] {
  const inner = text.slice(1, -1)
  if (inner === '') return []
  return inner.split(',').map((item) => (item === 'NULL' ? null : BigInt(item)))
}

const answerTimes = new WeakMap<Pool, number | null>()

/**
 * Opens a pool of connections. Sessions start without limits, because PgBouncer refuses such
 * settings. The server's limits are settings of the role (`role-limits.ts`).
 */
export function openPool(options: PoolOptions): Pool {
  const { statementTimeoutMs: ownLimitMs } = options
  const pool = new Pool({
    connectionString: options.connectionString,
    application_name: options.name,
    max: options.maxConnections ?? 10,
    connectionTimeoutMillis: options.connectTimeoutMs ?? 5_000,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    types: parsers,
    // For `pipelined`. Statements whose answers are awaited one by one behave as without it.
    pipeline: true,
    ...ownLimits(options),
  })
  // A tool whose statements have no limit waits as long for their answers.
  const onServerMs = ownLimitMs ?? roleLimits.statement_timeout
  const waitMs = options.answerTimeoutMs ?? (onServerMs ? onServerMs + ANSWER_MARGIN_MS : null)
  answerTimes.set(pool, waitMs)
  if (options.readSilenceMs !== undefined) limitReads(pool, options.readSilenceMs)
  const onError = options.onError ?? (() => {})
  // Without both listeners, a restart of PostgreSQL would end the whole Node process. The pool
  // reports broken idle clients. The client itself reports a break between two statements of a
  // transaction.
  pool.on('error', onError)
  pool.on('connect', (client) => client.on('error', onError))
  return pool
}

function ownLimits({ statementTimeoutMs, lockTimeoutMs }: PoolOptions): Partial<PoolConfig> {
  const limits = { statement_timeout: statementTimeoutMs, lock_timeout: lockTimeoutMs }
  const texts = Object.entries(limits).flatMap(([name, ms]) =>
    ms === undefined ? [] : `set ${name} = ${Math.trunc(ms)}`,
  )
  if (texts.length === 0) return {}
  return { onConnect: async (client) => void (await client.query(texts.join(';'))) }
}

/**
 * The typed query builder over a pool. Closing it (`destroy`) closes the pool.
 * @param onUse called for each query outside a transaction, and for each transaction
 */
export function openKysely(pool: Pool, onUse: () => void = () => {}): Kysely<Database> {
  return openKyselyOn(preparing(pool, onUse))
}

/** The same over connections from `preparing`. */
export const openKyselyOn = (pool: PostgresPool): Kysely<Database> =>
  new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })

// The product has some 500 statements with parameters. More different texts would come from a loop
// by mistake, and must not fill the server's memory.
const MAX_PREPARED = 1_000
/** A statement with more parameters lists rows, and its text differs for each number of rows. */
const MAX_PARAMETERS = 64
/** By text. Null for a statement that must not have a name anymore. */
const names = new Map<string, string | null>()

/**
 * Lets PostgreSQL cache the plan of each statement with parameters. The query builder always
 * produces the same text for the same query, so the text can serve as the prepared statement's
 * name. Once PostgreSQL rejects a cached plan, because a migration changed the statement's result,
 * its text has no name anymore. A new connection might not help, because a pooler shares what it
 * has prepared.
 */
export function preparing(pool: Pool, onUse: () => void = () => {}): PostgresPool {
  const answerTimeoutMs = answerTimes.get(pool) ?? null
  return {
    options: pool.options,
    connect: async () => {
      onUse()
      try {
        return preparingClient(await pool.connect(), answerTimeoutMs)
      } catch (error) {
        markLost(error)
        throw error
      }
    },
    end: () => pool.end(),
  }
}

function preparingClient(client: PoolClient, answerTimeoutMs: number | null): PostgresPoolClient {
  let spoiled = false
  const inTime = limitAnswers(client, answerTimeoutMs)
  const transaction = followTransaction()
  async function ask(text: string, values: readonly unknown[]) {
    transaction.note(text)
    const query = prepare(text, values)
    try {
      return await askOnce(text, query)
    } catch (error) {
      if (query.name === undefined || !isPlanRejected(error)) throw error
      names.set(text, null)
      // A failed transaction can only start over. It may also have ended meanwhile.
      if (transaction.hasBegun()) throw error
      return await askOnce(text, prepare(text, values))
    }
  }
  async function askOnce(text: string, asked: QueryConfig) {
    const isCommit = text === 'commit'
    const doubts = isCommit ? watchForDoubt(client) : null
    try {
      const answer = await inTime(client.query(asked))
      if (isCommit && answer.command !== 'COMMIT') {
        throw new RolledBack('a statement had failed, so the COMMIT rolled back')
      }
      if (doubts?.raised()) throw new NotReplicated('the COMMIT did not wait for its standby')
      return answer
    } catch (error) {
      markLost(error)
      // For a value that it can't send, the driver closes a statement that it believes is prepared.
      spoiled ||= breaksConnection(error) || !isServerError(error)
      throw error
    } finally {
      doubts?.end()
    }
  }
  function query<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>>
  function query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>
  function query(text: unknown, values: readonly unknown[] = []): unknown {
    if (typeof text !== 'string') throw new TypeError('Cursors are not used here.')
    return statementSpan(text, () => ask(text, values))
  }
  // Discard a connection to a server that has become read-only, because the address may lead to the
  // new primary by now.
  return { query, release: (destroy) => client.release(destroy === true || spoiled) }
}

/**
 * Follows the transactions of a connection by what is sent, because answers come later. The query
 * builder doesn't notice the end of a transaction before its answer. So when one part of a
 * transaction fails, the statements of others could still follow the ROLLBACK, and would stay.
 */
function followTransaction() {
  let state: 'none' | 'begun' | 'over' = 'none'
  return {
    hasBegun: () => state !== 'none',
    /** @throws TransactionOver */
    note(text: string): void {
      if (text === 'begin' || text.startsWith('start transaction')) state = 'begun'
      else if (text === 'commit' || text === 'rollback') state = 'over'
      else if (state === 'over') {
        throw new TransactionOver('the transaction of this statement is over')
      }
    },
  }
}

/**
 * A COMMIT whose wait for a standby is canceled still succeeds, with a warning: it is done on the
 * primary, and the next failover may lose it. PostgreSQL has no other warning at a COMMIT.
 */
function watchForDoubt(client: PoolClient) {
  let warned = false
  const note = ({ severity }: { severity?: string | undefined }): void => {
    warned ||= severity === 'WARNING'
  }
  client.on('notice', note)
  return { raised: () => warned, end: () => void client.off('notice', note) }
}

/**
 * Ends a connection whose server has gone silent. A network that drops packets reports nothing, so
 * a query could wait for hours. The waiting queries fail as with any lost connection. In a
 * pipeline, the time for an answer begins with the answer before it.
 */
function limitAnswers(client: PoolClient, timeoutMs: number | null) {
  let waiting = 0
  let timer: NodeJS.Timeout | undefined
  const restart = (): void => {
    clearTimeout(timer)
    if (waiting === 0 || timeoutMs === null) return
    timer = setTimeout(() => {
      // Not `end`, which waits for the answers of a pipeline.
      if (client instanceof Client) client.connection.stream.destroy()
    }, timeoutMs)
  }
  return async <R>(query: Promise<R>): Promise<R> => {
    waiting += 1
    if (waiting === 1) restart()
    try {
      return await query
    } finally {
      waiting -= 1
      restart()
    }
  }
}

function prepare(text: string, values: readonly unknown[]): QueryConfig {
  if (values.length === 0) return { text }
  if (values.length > MAX_PARAMETERS) return { text, values: [...values] }
  const known = names.get(text)
  const name = known === undefined && names.size < MAX_PREPARED ? `q${names.size}` : known
  if (name === undefined || name === null) return { text, values: [...values] }
  if (known === undefined) names.set(text, name)
  return { name, text, values: [...values] }
}
