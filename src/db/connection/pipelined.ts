/**
 * Transactions whose statements share round trips. Statements that don't wait for each other's
 * answers are sent together, and PostgreSQL runs them in the order in which they were sent. (libpq,
 * "Pipeline Mode"; node-postgres, "Pipelining".)
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { DefaultQueryExecutor, Transaction } from 'kysely'
import type { ConnectionProvider, DatabaseConnection, PostgresQueryResult } from 'kysely'
import type { Pool } from 'pg'
import { bareDialect } from '../compiled.ts'
import { TransactionOver } from '../errors.ts'
import { preparing } from '../pool.ts'
import type { Database, Tx } from '../types.ts'

/**
 * Runs a transaction. The BEGIN travels with its first statements. Once one of them fails, the
 * others fail with `TransactionOver`, and the transaction rolls back.
 * @throws the error of the statement that failed, whichever part of the work reported it first
 */
export async function pipelined<T>(pool: Pool, work: (tx: Tx) => Promise<T>): Promise<T> {
  const client = await preparing(pool).connect()
  const begun = client.query('begin', [])
  begun.catch(() => {})
  /** The error of the statement that failed, if one did. */
  const failures: { readonly cause: unknown }[] = []
  async function query<R>(text: string, values: readonly unknown[]) {
    const isUndoing = text.startsWith('rollback to savepoint ')
    try {
      const [failure] = failures
      if (failure && !isUndoing) throw new TransactionOver('a statement failed before', failure)
      // Without a transaction, PostgreSQL would keep what a statement writes.
      const [, answer] = await Promise.all([begun, client.query<R>(text, values)])
      if (isUndoing) failures.length = 0
      return answer
    } catch (cause) {
      // Errors come in order here, but the parts of the work may learn about them in any order.
      const [failure] = failures
      const error = failure ? new TransactionOver('a statement failed before', failure) : cause
      if (!failure) failures.push({ cause })
      // What a part finds in an earlier answer comes first, as without a pipeline.
      await nextTurn()
      throw error
    }
  }
  try {
    const result = await work(transactionOn(query))
    await client.query('commit', [])
    client.release()
    return result
  } catch (error) {
    await client.query('rollback', []).then(
      () => client.release(),
      () => client.release(true),
    )
    throw error instanceof TransactionOver && error.cause !== undefined ? error.cause : error
  }
}

type Query = <R>(text: string, values: readonly unknown[]) => Promise<PostgresQueryResult<R>>

const changes = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])

/**
 * A transaction of the query builder that we have begun ourselves. Between a call and `query`, it
 * waits for nothing. So statements are sent in the order of the calls.
 */
function transactionOn(query: Query): Tx {
  const connection: DatabaseConnection = {
    async executeQuery<R>({ sql, parameters }: { sql: string; parameters: readonly unknown[] }) {
      const { command, rowCount, rows } = await query<R>(sql, parameters)
      return changes.has(command) ? { rows, numAffectedRows: BigInt(rowCount) } : { rows }
    },
    streamQuery() {
      throw new TypeError('A pipeline returns all rows of a statement at once.')
    },
  }
  const always: ConnectionProvider = { provideConnection: (use) => use(connection) }
  const compiler = bareDialect.createQueryCompiler()
  const executor = new DefaultQueryExecutor(compiler, bareDialect.createAdapter(), always)
  const config = { dialect: bareDialect }
  const driver = bareDialect.createDriver()
  return new Transaction<Database>({ config, driver, executor, dialect: bareDialect })
}
