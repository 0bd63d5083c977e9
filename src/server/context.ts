import type { Kysely } from 'kysely'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import type { Database } from '../db/types.ts'
import type { Address } from '../tron/encoding/address.ts'
import type { TronNodes } from '../tron/quorum/nodes.ts'
import type { Book } from './book/book.ts'
import type { Config } from './config/config.ts'
import type { RoutedReads } from './reads/open-reads.ts'

/**
 * Everything that the whole process shares. Operations take the part they need as their first
 * argument.
 */
export type Context = {
  config: Config
  /** Whether this process started with another AUTH_SECRET than the installation's. */
  hasOtherSecret?: boolean
  /** The pool behind `db`, for what the query builder can't express (LISTEN, COPY). */
  pool: Pool
  db: Kysely<Database>
  /** The replicas if there are any, else the same as `db`. May be a moment behind. */
  read: Kysely<Database>
  /** Absent without DATABASE_READ_URL. */
  replicas?: RoutedReads
  book: Book
  tron: TronNodes
  /** The token contract whose transfers are USDT, as a base58 address. */
  usdtContract: Address
  log: Logger
  /** Aborts when the stop begins. Loops end, and long waits return. */
  stopping: AbortSignal
}
