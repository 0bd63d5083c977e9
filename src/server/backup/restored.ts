import { open, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { askOnce } from '../../db/connection/ask-once.ts'
import {
  findBinaries,
  serverUser,
  socketDirectory,
  spawnServer,
} from '../../db/embedded/postgres-process.ts'
import { stopServer } from '../../db/embedded/postmaster.ts'

export type RestoredOptions = {
  /** A restored data directory that no other process uses. */
  cluster: string
  /** Settings for the recovery, `name=value`. */
  settings: readonly string[]
  /** Environment variables for the recovery, which its restore command reads. */
  variables: Readonly<Record<string, string>>
  role: string
  database: string
  /** Where `postgres` is; the embedded one by default. */
  programs: string | null
  /** How long the recovery may take. */
  patienceMs: number
}

export type Restored = { url: string; stop(): Promise<void> }

// The server never archives, connects nowhere, and is reachable only through its socket. Recovery
// needs these limits to be at least as high as on the primary.
const OWN_SETTINGS = [
  'listen_addresses=',
  'archive_mode=off',
  'archive_command=',
  'archive_library=',
  'primary_conninfo=',
  'primary_slot_name=',
  'shared_preload_libraries=',
  'ssl=off',
  'hot_standby=on',
  'recovery_target_action=promote',
  'recovery_target_timeline=latest',
  'max_connections=1000',
  'max_worker_processes=128',
  'max_wal_senders=128',
  'max_prepared_transactions=1000',
  'max_locks_per_transaction=256',
  'shared_buffers=128MB',
  'jit=off',
  'timezone=UTC',
]

/**
 * Starts a server on a restored data directory, and waits until it has replayed the WAL and accepts
 * connections. On failure, throws with the server's own messages.
 */
export async function startRestored(options: RestoredOptions): Promise<Restored> {
  const { cluster, settings, variables, role, database } = options
  const user = await serverUser()
  const sockets = await socketDirectory(cluster, user)
  const files = { 'drill.conf': '', 'drill-hba.conf': 'local all all trust\n', 'drill.log': '' }
  for (const [name, text] of Object.entries(files)) {
    await writeFile(join(cluster, name), text, { mode: 0o600 })
    await user.own(join(cluster, name))
  }
  const log = await open(join(cluster, 'drill.log'), 'a')
  const program = options.programs
    ? join(options.programs, 'postgres')
    : (await findBinaries()).postgres
  const all = [
    `config_file=${join(cluster, 'drill.conf')}`,
    `hba_file=${join(cluster, 'drill-hba.conf')}`,
    `unix_socket_directories=${sockets}`,
    ...OWN_SETTINGS,
    ...settings,
  ]
  const args = ['-D', '.', ...all.flatMap((setting) => ['-c', setting])]
  const server = await spawnServer(program, args, { cwd: cluster, user, output: log.fd, variables })
  const stop = async (): Promise<void> => {
    await stopServer(cluster, server.pid)
    if (sockets !== cluster) await rm(sockets, { recursive: true, force: true })
  }
  const host = encodeURIComponent(sockets)
  const url = `postgresql://${encodeURIComponent(role)}@localhost:5432/${database}?host=${host}`
  try {
    const deadline = performance.now() + options.patienceMs
    while (!(await hasRecovered(url))) {
      const said = async (): Promise<string> =>
        (await readFile(join(cluster, 'drill.log'), 'utf8')).slice(-2_000)
      if (server.ended()) throw new Error(`The restored server ended:\n${await said()}`)
      if (performance.now() > deadline)
        throw new Error(`The recovery took too long:\n${await said()}`)
      await sleep(100)
    }
    return { url, stop }
  } catch (error) {
    await stop()
    throw error
  } finally {
    await log.close()
  }
}

async function hasRecovered(url: string): Promise<boolean> {
  const config = { connectionString: url, connectionTimeoutMillis: 5_000 }
  const asked = await askOnce(config, (client) =>
    client.query<{ over: boolean }>('select not pg_is_in_recovery() as over'),
  )
  return asked?.rows[0]?.over ?? false
}
