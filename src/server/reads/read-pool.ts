import type { Logger } from 'pino'
import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import { isTooLarge, isVerdict } from '../../db/errors.ts'
import type { Replica } from './replicas.ts'

// The connections of reads that a replica answers. If it fails, the primary answers instead.

type Servers = {
  /** Where the next connection goes. */
  readonly choose: () => Promise<Replica | null>
  readonly onReplica: (replica: Replica) => PostgresPool
  readonly onPrimary: PostgresPool
  readonly log: Logger
}

export function openReadPool({ choose, onReplica, onPrimary, log }: Servers): PostgresPool {
  return {
    options: onPrimary.options,
    async connect() {
      const replica = await choose()
      if (!replica?.isUp()) return await onPrimary.connect()
      const fail = (error: unknown): void => {
        replica.noteFailure(error)
        log.warn({ err: error, replica: replica.name }, 'a read failed: asking the primary')
      }
      try {
        const client = await onReplica(replica).connect()
        return withSpare(client, () => onPrimary.connect(), fail)
      } catch (error) {
        fail(error)
        return await onPrimary.connect()
      }
    },
    end: async () => {},
  }
}

/** The server would say the same elsewhere, or the statement takes too long everywhere. */
const isFinal = (error: unknown): boolean => isVerdict(error) || isTooLarge(error)

/** A client that asks another server for good once the first one fails. */
function withSpare(
  first: PostgresPoolClient,
  connect: () => Promise<PostgresPoolClient>,
  onFailure: (error: unknown) => void,
): PostgresPoolClient {
  let client = first
  async function ask(
    text: string,
    values: readonly unknown[],
  ): Promise<PostgresQueryResult<never>> {
    try {
      // A transaction can't change servers on its way.
      const isMoving = client === first && text.startsWith('begin')
      if (!isMoving) return await client.query(text, values)
    } catch (error) {
      if (client !== first || isFinal(error)) throw error
      onFailure(error)
    }
    client = await connect()
    first.release()
    return await client.query(text, values)
  }
  function query<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>>
  function query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>
  function query(text: unknown, values: readonly unknown[] = []): unknown {
    if (typeof text !== 'string') throw new TypeError('Cursors are not used here.')
    return ask(text, values)
  }
  return { query, release: () => client.release() }
}
