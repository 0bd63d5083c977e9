import { createHash, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, open, readFile, rename, rm, stat, type FileHandle } from 'node:fs/promises'
import { tmpdir, totalmem } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Client, escapeIdentifier } from 'pg'
import { findBinaries, run, serverUser, spawnServer, type ServerUser } from './postgres-process.ts'
import { readPostmaster, stopServer } from './postmaster.ts'

export type EmbeddedOptions = {
  /** The cluster lives in `<dataDir>/postgres`. */
  dataDir: string
  database?: string
  /** More server settings, `name=value`. Tests trade durability for speed here; nobody else. */
  settings?: string[]
}

export type Embedded = {
  connectionString: string
  /** The same server, another database. */
  urlOf(database: string): string
  /** The postmaster's process id. */
  pid: number
  /** True when the server was running already: a killed process left it, or another one has it. */
  adopted: boolean
  created: boolean
  stop(): Promise<void>
}

const START_TIMEOUT_MS = 60_000
const SUPERUSER = 'postgres'
const PORT = 5432

// Durability (fsync, synchronous_commit) is PostgreSQL's own default and stays so. The rest: no
// TCP port at all, no just-in-time compiler (its pauses cost more than our short statements gain),
// room for bursts of writes and for what a network of a million seats reads, and logs that replace
// themselves weekly.
const productSettings = (): string[] => [
  'listen_addresses=',
  'jit=off',
  'max_connections=120',
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
 * An eighth of the memory, between 256 MB and 2 GB. The server takes it as it reads pages. A page
 * that it lacks comes from the system's cache, which costs more than all other work on that page.
 */
function sharedMegabytes(): number {
  const memory = Math.min(totalmem(), process.constrainedMemory() || Infinity)
  return Math.min(2_048, Math.max(256, Math.floor(memory / 8 / 1_048_576)))
}

/**
 * Starts the PostgreSQL 18 that comes with the packages, on a socket in its own data directory
 * (mode 0700: who may open the directory may connect, nobody else). A server that a killed process
 * left behind is adopted as it is. Throws with the server's own words when it does not come up.
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

/** Stops whatever server runs in the data directory; used to clean up after a killed process. */
export async function stopEmbedded(dataDir: string): Promise<void> {
  const cluster = resolve(dataDir, 'postgres')
  const pid = (await readPostmaster(cluster))?.pid
  if (pid !== undefined) await stopServer(cluster, pid)
}

/** Made beside its place and moved when it is whole: a kill leaves nothing to trip over. */
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

/** A socket's path has at most 107 bytes; a data directory deeper than that gets one in /tmp. */
async function socketDirectory(cluster: string, user: ServerUser): Promise<string> {
  if (Buffer.byteLength(cluster) <= 85) return cluster
  const short = createHash('sha256').update(cluster).digest('hex').slice(0, 16)
  const directory = join(tmpdir(), `twofold-${short}`)
  await mkdir(directory, { recursive: true, mode: 0o700 })
  await user.own(directory)
  const { uid, mode } = await stat(directory)
  if (uid !== user.uid || (mode & 0o077) !== 0) {
    throw new Error(`${directory} is not ours alone; remove it or use a shorter DATA_DIR.`)
  }
  return directory
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
    // The one before may still be shutting down, or its last processes still leaving its memory.
    const passing = /already exists|still in use|Is another postmaster/.test(started)
    if (!passing || Date.now() > deadline) {
      throw new Error(`PostgreSQL did not start in ${cluster}:\n${started}`)
    }
    await wait(100)
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
  // A file of its own, which nobody finds: another process may be starting the same server now.
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
      await wait(10)
    }
    if (!server.ended()) process.kill(server.pid, 'SIGQUIT')
    return await lastWords(cluster, log)
  } finally {
    await log.close()
  }
}

/** The end of what the server wrote: to `first` before its own log opens, then to the day's. */
async function lastWords(cluster: string, first: FileHandle): Promise<string> {
  const today = new Date().toLocaleDateString('en-US', { weekday: 'short', timeZone: 'UTC' })
  const { buffer, bytesRead } = await first.read({ buffer: Buffer.alloc(64 * 1024), position: 0 })
  const own = join(cluster, `log/postgresql-${today}.log`)
  const later = await readFile(own, 'utf8').catch(() => '')
  const texts = [buffer.subarray(0, bytesRead).toString(), later]
  return texts.map((text) => text.slice(-1_500)).join('\n')
}

async function answers(socketDir: string): Promise<boolean> {
  const client = new Client({
    host: socketDir,
    port: PORT,
    user: SUPERUSER,
    database: SUPERUSER,
    connectionTimeoutMillis: 2_000,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
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
