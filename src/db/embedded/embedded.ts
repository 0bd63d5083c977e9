import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, open, readFile, rename, rm, type FileHandle } from 'node:fs/promises'
import { totalmem } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client, escapeIdentifier } from 'pg'
import { askOnce } from '../connection/ask-once.ts'
import {
  findBinaries,
  run,
  serverUser,
  socketDirectory,
  spawnServer,
  type ServerUser,
} from './postgres-process.ts'
import { readPostmaster, stopServer } from './postmaster.ts'

export type EmbeddedOptions = {
  /** The cluster lives in `<dataDir>/postgres`. */
  dataDir: string
  database?: string
  /** More server settings, `name=value`. Only tests use them, to trade durability for speed. */
  settings?: string[]
}

export type Embedded = {
  connectionString: string
  /** Another database on the same server. */
  urlOf(database: string): string
  /** The postmaster's process id. */
  pid: number
  /**
   * True if the server was already running: a killed process left it, or another process uses it.
   */
  adopted: boolean
  created: boolean
  stop(): Promise<void>
}

const START_TIMEOUT_MS = 60_000
const SUPERUSER = 'postgres'
const PORT = 5432

// Durability (fsync, synchronous_commit) keeps PostgreSQL's own defaults. The other settings: no
// TCP port; no just-in-time compiler, whose pauses cost more than our short statements gain; locks
// for many partitions; room for bursts of writes and for the reads of a network with a million
// seats; logs that rotate weekly.
const productSettings = (): string[] => [
  'listen_addresses=',
  'jit=off',
  'max_connections=120',
  'max_locks_per_transaction=256',
  `shared_buffers=${sharedMegabytes()}MB`,
  'max_wal_size=2GB',
  'checkpoint_timeout=10min',
  'random_page_cost=1.1',
  'timezone=UTC',
  'logging_collector=on',
  'log_directory=log',
  'log_filename=postgresql-%a.log',
  'log_truncate_on_rotation=on',
  'log_rotation_age=1d',
]

/**
 * An eighth of the memory, between 256 MB and 2 GB. The server fills it as it reads pages. A
 * missing page comes from the system's cache, which costs more than all other work on that page.
 */
function sharedMegabytes(): number {
  const memory = Math.min(totalmem(), process.constrainedMemory() || Infinity)
  return Math.min(2_048, Math.max(256, Math.floor(memory / 8 / 1_048_576)))
}

/**
 * Starts the bundled PostgreSQL 18 on a socket in its own data directory. The directory has mode
 * 0700, so only its owner can connect. Adopts a server that a killed process left behind. On
 * failure, throws with the server's own messages.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const cluster = resolve(options.dataDir, 'postgres')
  const user = await serverUser()
  const created = await ensureCluster(cluster, user, options.settings ?? [])
  const socketDir = await socketDirectory(cluster, user)
  const urlOf = (database: string): string =>
    `postgresql://${SUPERUSER}@localhost:${PORT}/${database}?host=${encodeURIComponent(socketDir)}`
  const { pid, adopted } = await startOrAdopt(cluster, socketDir, user, options.settings ?? [])
  const database = options.database ?? 'twofold'
  await ensureDatabase(urlOf(SUPERUSER), database)
  const stop = (): Promise<void> => stopServer(cluster, pid)
  return { connectionString: urlOf(database), urlOf, pid, adopted, created, stop }
}

/** Stops any server in the data directory, to clean up after a killed process. */
export async function stopEmbedded(dataDir: string): Promise<void> {
  const cluster = resolve(dataDir, 'postgres')
  const pid = (await readPostmaster(cluster))?.pid
  if (pid !== undefined) await stopServer(cluster, pid)
}

/** Created elsewhere and moved when complete, so a kill leaves nothing half-done. */
async function ensureCluster(cluster: string, user: ServerUser, settings: string[]) {
  if (existsSync(cluster)) return false
  const { initdb } = await findBinaries()
  const draft = `${cluster}.new`
  await rm(draft, { recursive: true, force: true })
  await mkdir(draft, { recursive: true, mode: 0o700 })
  await user.own(draft)
  const args = [
    '--pgdata=.',
    `--username=${SUPERUSER}`,
    '--auth-local=trust',
    '--auth-host=scram-sha-256',
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    ...(settings.includes('fsync=off') ? ['--no-sync'] : []),
  ]
  await run(initdb, args, { cwd: draft, user })
  await rename(draft, cluster)
  return true
}

type Running = { pid: number; adopted: boolean }

async function startOrAdopt(
  cluster: string,
  socketDir: string,
  user: ServerUser,
  settings: string[],
): Promise<Running> {
  const deadline = Date.now() + START_TIMEOUT_MS
  for (;;) {
    const found = await readPostmaster(cluster)
    if (found?.ready && (await answers(socketDir))) {
      return { pid: found.pid, adopted: true }
    }
    const started = await tryStart(cluster, socketDir, user, settings, deadline)
    if (typeof started === 'number') return { pid: started, adopted: false }
    // The previous server may still be shutting down, or its last processes still hold its memory.
    const passing = /already exists|still in use|Is another postmaster/.test(started)
    if (!passing || Date.now() > deadline) {
      throw new Error(`PostgreSQL did not start in ${cluster}:\n${started}`)
    }
    await sleep(100)
  }
}

async function tryStart(
  cluster: string,
  socketDir: string,
  user: ServerUser,
  settings: string[],
  deadline: number,
): Promise<number | string> {
  const { postgres } = await findBinaries()
  // A separate log file with an unguessable name, because another process may be starting the same
  // server.
  const path = join(cluster, `start-${randomUUID()}.log`)
  const log = await open(path, 'wx+', 0o600)
  await rm(path)
  try {
    const all = [`unix_socket_directories=${socketDir}`, ...productSettings(), ...settings]
    const args = ['-D', '.', '-p', String(PORT), ...all.flatMap((setting) => ['-c', setting])]
    const server = await spawnServer(postgres, args, { cwd: cluster, user, output: log.fd })
    while (Date.now() < deadline && !server.ended()) {
      const found = await readPostmaster(cluster)
      if (found?.ready && found.pid === server.pid && (await answers(socketDir))) return server.pid
      await sleep(10)
    }
    if (!server.ended()) process.kill(server.pid, 'SIGQUIT')
    return await lastWords(cluster, log)
  } finally {
    await log.close()
  }
}

/** The end of the server's output: in `first` before its own log opens, then in the day's log. */
async function lastWords(cluster: string, first: FileHandle): Promise<string> {
  const today = new Date().toLocaleDateString('en-US', { weekday: 'short', timeZone: 'UTC' })
  const { buffer, bytesRead } = await first.read({ buffer: Buffer.alloc(64 * 1024), position: 0 })
  const own = join(cluster, `log/postgresql-${today}.log`)
  const later = await readFile(own, 'utf8').catch(() => '')
  const texts = [buffer.subarray(0, bytesRead).toString(), later]
  return texts.map((text) => text.slice(-1_500)).join('\n')
}

async function answers(socketDir: string): Promise<boolean> {
  const place = { host: socketDir, port: PORT, user: SUPERUSER, database: SUPERUSER }
  const config = { ...place, connectionTimeoutMillis: 2_000 }
  return (await askOnce(config, () => Promise.resolve(true))) ?? false
}

async function ensureDatabase(url: string, database: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const known = await client.query('select 1 from pg_database where datname = $1', [database])
    if (known.rowCount === 0) await client.query(`create database ${escapeIdentifier(database)}`)
  } finally {
    await client.end()
  }
}
