/**
 * Transactions whose statements share round trips. Statements that don't wait for each other's
 * answers are sent together, and PostgreSQL runs them in the order in which they were sent. (libpq,
 * "Pipeline Mode"; node-postgres, "Pipelining".)
 */
import type { PostgresPoolClient } from 'kysely'
import type { Pool } from 'pg'
import { TransactionOver } from './errors.ts'
import { openKyselyOn, preparing } from './pool.ts'
import type { Tx } from './types.ts'

/**
 * Runs a transaction. The BEGIN travels with its first statements. Once one of them fails, the
 * others fail as well, and the transaction rolls back.
 */
export async function pipelined<T>(pool: Pool, work: (tx: Tx) => Promise<T>): Promise<T> {
  const client = await preparing(pool).connect()
  const begun = client.query('begin', [])
  begun.catch(() => {})
  let failure: { readonly error: unknown } | undefined
  async function query(text: string, values: readonly unknown[]) {
    try {
      // Without a transaction, PostgreSQL would keep what a statement writes.
      const [, answer] = await Promise.all([begun, client.query(text, values)])
      // From here on, statements work again.
      if (text.startsWith('rollback to ')) failure = undefined
      return answer
    } catch (error) {
      if (failure && !(error instanceof TransactionOver)) {
        // The server ignores what follows a failed statement.
        throw new TransactionOver('an earlier statement failed', { cause: error })
      }
      failure ??= { error }
      throw error
    }
  }
  // The query builder asks for a connection for each statement, and gets this one.
  const inside = { query: query as PostgresPoolClient['query'], release: () => {} }
  const one = { options: {}, connect: async () => inside, end: async () => {} }
  try {
    // We have begun it, although the query builder hasn't.
    const result = await work(openKyselyOn(one) as Tx)
    await client.query('commit', [])
    client.release()
    return result
  } catch (error) {
    await client.query('rollback', []).then(
      () => client.release(),
      () => client.release(true),
    )
    // Answers that arrive together can reach the caller in any order. Only the first one tells why.
    throw failure && error instanceof TransactionOver ? failure.error : error
  }
}
