/** A dedicated PostgreSQL session. Its locks and LISTENs last as long as it does. */
import { Client } from 'pg'
import { KEEP_ALIVE_MS } from '../../db/pool.ts'
import { startBeat } from '../../db/connection/silence.ts'

export type DirectSession = {
  /** Its name and process in pg_stat_activity. */
  readonly name: string
  readonly pid: number
  query(text: string): Promise<Record<string, unknown>[]>
  /** Resolves when the session is over, no matter who ended it. */
  readonly ended: Promise<void>
  end(): Promise<void>
}

type SessionOptions = {
  /** How often we send something. */
  readonly beatMs?: number
  /** A statement to run first. If it fails, so does opening. */
  readonly setUp?: string
  readonly onNotice?: (payload: string) => void
}

// If the server is gone or cut off, we must soon stop believing that we hold a lock. If we are
// gone, the server must soon release our lock.
const SETTINGS = `set statement_timeout = 0; set lock_timeout = 0; set idle_session_timeout = 0;
  set idle_in_transaction_session_timeout = 0; set transaction_timeout = 0;
  set client_connection_check_interval = '2s';
  set tcp_keepalives_idle = 2; set tcp_keepalives_interval = 1; set tcp_keepalives_count = 3`

const CONNECT_MS = 3_000
/** How long we wait for a goodbye. */
const END_MS = 2_000

/** Proxies end sessions that are silent for long: ours in `deploy/ha` after an hour. */
const BEAT_MS = 60_000

/** @param name shown in pg_stat_activity, where others find sessions to end */
export async function openSession(
  connectionString: string,
  name: string,
  { beatMs = BEAT_MS, setUp, onNotice = () => {} }: SessionOptions = {},
): Promise<DirectSession> {
  const client = new Client({
    connectionString,
    application_name: name,
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
  })
  const { promise: ended, resolve } = Promise.withResolvers<void>()
  client.on('error', () => resolve())
  client.on('end', () => resolve())
  client.on('notification', ({ payload }) => onNotice(payload ?? ''))
  const query: DirectSession['query'] = async (text) => {
    const { rows } = await client.query<Record<string, unknown>>(text)
    return rows
  }
  const end = async (): Promise<void> => {
    // A server that is cut off says no goodbye.
    const late = setTimeout(() => client.connection.stream.destroy(), END_MS)
    await client.end().catch(() => {})
    clearTimeout(late)
  }
  try {
    await client.connect()
    const stopBeat = startBeat(client, beatMs)
    void ended.then(stopBeat)
    await query(SETTINGS)
    if (setUp !== undefined) await query(setUp)
    // The connection string may set another name.
    const [row] = await query(
      `select pg_backend_pid() as pid, current_setting('application_name') as name`,
    )
    return { name: String(row?.name), pid: Number(row?.pid), query, ended, end }
  } catch (error) {
    await end()
    throw error
  }
}
