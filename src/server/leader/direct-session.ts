/** A dedicated session with PostgreSQL. Its locks and LISTENs last as long as it does. */
import { Client } from 'pg'

export type DirectSession = {
  query(text: string, values?: unknown[]): Promise<Record<string, unknown>[]>
  /** Resolves when the session is over, no matter who ended it. */
  readonly ended: Promise<void>
  onNotice(listen: (payload: string) => void): void
  end(): Promise<void>
}

// If the server is gone or cut off, we must soon stop believing that we hold a lock. If we are
// gone, the server must soon release our lock.
const SETTINGS = `set statement_timeout = 0; set lock_timeout = 0; set idle_session_timeout = 0;
  set idle_in_transaction_session_timeout = 0; set transaction_timeout = 0;
  set client_connection_check_interval = '2s';
  set tcp_keepalives_idle = 2; set tcp_keepalives_interval = 1; set tcp_keepalives_count = 3`

const CONNECT_MS = 3_000

/** Proxies end sessions that are silent for long: ours in `deploy/ha` after an hour. */
const BEAT_MS = 60_000

/** @param name shown in pg_stat_activity, where others find sessions to end */
export async function openSession(
  connectionString: string,
  name: string,
  beatMs = BEAT_MS,
): Promise<DirectSession> {
  const client = new Client({
    connectionString,
    application_name: name,
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: 2_000,
  })
  const { promise: ended, resolve } = Promise.withResolvers<void>()
  client.on('error', () => resolve())
  client.on('end', () => resolve())
  await client.connect()
  const session: DirectSession = {
    async query(text, values) {
      const { rows } = await client.query<Record<string, unknown>>(text, values)
      return rows
    },
    ended,
    onNotice: (listen) => void client.on('notification', ({ payload }) => listen(payload ?? '')),
    async end() {
      await client.end().catch(() => {})
    },
  }
  try {
    await session.query(SETTINGS)
    const beat = setInterval(() => void session.query('select').catch(() => {}), beatMs)
    void ended.then(() => clearInterval(beat))
  } catch (error) {
    await session.end()
    throw error
  }
  return session
}
