import type { Logger } from 'pino'
import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import { isTooLarge, isVerdict } from '../../db/errors.ts'
import type { Replica } from './replicas.ts'

// The connections for reads on replicas. If a replica fails, the primary answers instead.

type Servers = {
  /** Where the next connection leads. */
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
        replica.recordFailure(error)
        log.warn({ err: error, replica: replica.name }, 'a read failed: asking the primary')
      }
      try {
        const client = await onReplica(replica).connect()
        return withSpare(client, { connect: () => onPrimary.connect(), replica, fail })
      } catch (error) {
        fail(error)
        return await onPrimary.connect()
      }
    },
    end: async () => {},
  }
}

/** Another server would give the same error, or the statement is too slow on any of them. */
const isFinal = (error: unknown): boolean => isVerdict(error) || isTooLarge(error)

type Answer = PostgresQueryResult<never>

/** The answer, or the failure of a check in the meantime, because a frozen server never answers. */
async function untilDown(answer: Promise<Answer>, { onDown }: Replica): Promise<Answer> {
  const down = Promise.withResolvers<never>()
  const stop = onDown(down.reject)
  try {
    return await Promise.race([answer, down.promise])
  } finally {
    stop()
  }
}

type Spare = {
  readonly connect: () => Promise<PostgresPoolClient>
  readonly replica: Replica
  readonly fail: (error: unknown) => void
}

/** A client that switches to another server for good once the first one fails. */
function withSpare(
  first: PostgresPoolClient,
  { connect, replica, fail }: Spare,
): PostgresPoolClient {
  let client = first
  async function ask(text: string, values: readonly unknown[]): Promise<Answer> {
    if (client !== first) return await client.query(text, values)
    // A transaction can't change servers midway.
    const isMoving = text.startsWith('begin') || !replica.isUp()
    const asked = isMoving ? null : first.query<never>(text, values)
    try {
      if (asked) return await untilDown(asked, replica)
    } catch (error) {
      if (isFinal(error)) throw error
      fail(error)
    }
    client = await connect()
    // Its connection is free once it has answered, or counts as lost.
    void Promise.allSettled([asked]).then(() => first.release())
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
