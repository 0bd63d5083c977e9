import { pino } from 'pino'
import { openKysely, openPool } from '../../../src/db/pool.ts'
import { productHooks } from '../../../src/server/app/batch-hooks.ts'
import { openBook } from '../../../src/server/book/book.ts'
import type { Context } from '../../../src/server/context.ts'
import { openPostgresProxy, type TcpProxy } from './tcp-proxy.ts'

export type BehindProxy = { context: Context; proxy: TcpProxy; close(): Promise<void> }

/**
 * A second process on the same database, with its own connections and ledger, behind a proxy that
 * can cut it off.
 */
export async function openBehindProxy(first: Context, maxConnections = 4): Promise<BehindProxy> {
  const url = first.pool.options.connectionString ?? ''
  const proxy = await openPostgresProxy(url)
  const connectionString = proxy.urlOf(url)
  const pool = openPool({ connectionString, name: 'second process', maxConnections })
  const db = openKysely(pool)
  const log = pino({ level: 'silent' })
  const book = await openBook({ db, pool, log, hooks: productHooks(first.config) })
  return {
    context: { ...first, db, read: db, pool, book, log },
    proxy,
    async close() {
      await book.close()
      await pool.end()
      await proxy.stop()
    },
  }
}
