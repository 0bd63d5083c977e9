import type { Kysely } from 'kysely'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import { openKyselyOn, preparing, type PoolOptions } from '../../db/pool.ts'
import type { Database } from '../../db/types.ts'
import { openReadPool } from './read-pool.ts'
import { openReplicas, type Replica, type Replicas } from './replicas.ts'

type Limits = Pick<PoolOptions, 'connectTimeoutMs' | 'answerTimeoutMs'>

type Options = {
  readonly primary: Pool
  readonly urls: readonly string[]
  readonly maxConnections: number
  readonly log: Logger
  readonly onRead: (target: 'primary' | 'replica') => void
  /** Opens a pool that closes when the process stops. */
  readonly connect: (name: string, url: string, maxConnections: number, limits: Limits) => Pool
}

/** A replica that is down must not delay reads for long, because the primary can answer them. */
const readLimits: Limits = { connectTimeoutMs: 1_000, answerTimeoutMs: 6_500 }
const checkLimits: Limits = { connectTimeoutMs: 1_000, answerTimeoutMs: 1_000 }

export type RoutedReads = Omit<Replicas, 'choose'> & {
  /**
   * A view for one request, whose reads never go back in time.
   * @param seen the position that it must include; null if any is fine
   */
  readFor(seen: bigint | null): Promise<Kysely<Database>>
  /**
   * The connections of a replica, for what the query builder can't express; null without a replica.
   */
  poolFor(): Promise<Pool | null>
  /** For reads that need the newest data. */
  readonly readPrimary: Kysely<Database>
}

type Reads = {
  /** Background reads, from any replica. */
  read: Kysely<Database>
  replicas?: RoutedReads
}

/** Opens the connections for reads: the configured replicas, or else the primary. */
export async function openReads(options: Options): Promise<Reads> {
  const { primary, urls, maxConnections, connect, log, onRead } = options
  const onPrimary = preparing(primary, () => onRead('primary'))
  const readPrimary = openKyselyOn(onPrimary)
  if (urls.length === 0) return { read: readPrimary }
  const pools = urls.map((url) => {
    const name = nameOf(url)
    return {
      name,
      pool: connect(`reads ${name}`, url, maxConnections, readLimits),
      checks: connect(`checks ${name}`, url, 1, checkLimits),
    }
  })
  const { choose, ...replicas } = await openReplicas({ primary, replicas: pools, log })
  const prepared = new Map(
    replicas.all.map((replica) => [replica, preparing(replica.pool, () => onRead('replica'))]),
  )
  const onReplica = (replica: Replica) => prepared.get(replica) ?? onPrimary
  const servers = { onReplica, onPrimary, log }
  // One cache for each server, so that requests share a statement only with others of that server.
  const reads = new Map(
    replicas.all.map((replica) => [
      replica,
      openKyselyOn(openReadPool({ ...servers, choose: async () => replica })),
    ]),
  )
  return {
    read: openKyselyOn(openReadPool({ ...servers, choose: () => choose(null) })),
    replicas: {
      ...replicas,
      readPrimary,
      poolFor: async () => (await choose(null))?.pool ?? null,
      async readFor(seen) {
        const replica = await choose(seen)
        return (replica && reads.get(replica)) ?? readPrimary
      },
    },
  }
}

/** The context of one answer for everyone. All of its reads use the same server. */
export async function withOneServer<C extends Reads>(context: C): Promise<C> {
  const { replicas } = context
  return replicas ? { ...context, read: await replicas.readFor(null) } : context
}

/** The host, port, and database of a URL, or its socket's directory. Never its password. */
function nameOf(url: string): string {
  const { host, pathname, searchParams } = new URL(url)
  return `${searchParams.get('host') ?? host}${pathname}`
}
