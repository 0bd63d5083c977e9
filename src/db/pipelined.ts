/**
 * Transactions whose statements share round trips. Statements that don't wait for each other's
 * answers are sent together, and PostgreSQL runs them in the order in which they were sent. (libpq,
 * "Pipeline Mode"; node-postgres, "Pipelining".)
 */
import { setImmediate } from 'node:timers/promises'
import type { PostgresPoolClient } from 'kysely'
import type { Pool } from 'pg'
import { RolledBack } from './errors.ts'
import { openKyselyOn, preparing } from './pool.ts'
import type { Tx } from './types.ts'

/** The transaction has failed or ended before this statement could run. */
export class TransactionOver extends Error {
  override name = 'TransactionOver'
}

const OVER = 'the transaction of this statement is over'

/**
 * Runs a transaction. The BEGIN travels with its first statements. Once one of them fails, the
 * others fail with `TransactionOver`, and the transaction rolls back.
 * @throws the error of the statement that failed, whichever part of the work reported it first
 */
export async function pipelined<T>(pool: Pool, work: (tx: Tx) => Promise<T>): Promise<T> {
  const client = await preparing(pool).connect()
  const begun = client.query('begin', [])
  begun.catch(() => {})
  let isOver = false
  /** The error of the statement that failed, if one did. */
  const failures: { readonly cause: unknown }[] = []
  async function query(text: string, values: readonly unknown[]) {
    const isUndoing = text.startsWith('rollback to savepoint ')
    try {
      // What another part sends after this must not be written.
      if (isOver || (failures.length > 0 && !isUndoing)) throw new TransactionOver(OVER)
      // Without a transaction, PostgreSQL would keep what a statement writes.
      const [, answer] = await Promise.all([begun, client.query(text, values)])
      if (isUndoing) failures.length = 0
      return answer
    } catch (cause) {
      // Errors come in order here, but the parts of the work may learn about them in any order.
      const [failure] = failures
      const error = failure ? new TransactionOver(OVER, failure) : cause
      if (!failure) failures.push({ cause })
      // What a part finds in an earlier answer comes first, as without a pipeline.
      await setImmediate()
      throw error
    }
  }
  // The query builder asks for a connection for each statement, and gets this one.
  const inside = { query: query as PostgresPoolClient['query'], release: () => {} }
  const one = { options: {}, connect: async () => inside, end: async () => {} }
  try {
    // We have begun it, although the query builder hasn't.
    const result = await work(openKyselyOn(one) as Tx)
    isOver = true
    const [failure] = failures
    if (failure) throw new RolledBack('a statement had failed', failure)
    await client.query('commit', [])
    client.release()
    return result
  } catch (error) {
    isOver = true
    await client.query('rollback', []).then(
      () => client.release(),
      () => client.release(true),
    )
    throw error instanceof TransactionOver && error.cause !== undefined ? error.cause : error
  }
}
