/** Real PostgreSQL servers that a test can copy, replicate, cut off and promote. */
import { execFile } from 'node:child_process'
import { chown, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { startEmbedded, type Embedded } from '../../../src/db/embedded/embedded.ts'
import { copyBlankCluster } from '../start/blank-cluster.ts'
import { scratchDirectory } from '../run-directory.ts'
import { openTcpProxy, upstreamOf, type TcpProxy } from '../wire/tcp-proxy.ts'

const execute = promisify(execFile)

// Copies should be small.
const common = [
  'full_page_writes=on',
  'shared_buffers=32MB',
  'min_wal_size=32MB',
  'max_wal_size=256MB',
  'wal_keep_size=128MB',
]

export type Server = {
  readonly dataDir: string
  readonly url: string
  /** Where a TCP proxy reaches it. */
  readonly upstream: ReturnType<typeof upstreamOf>
  query(text: string): Promise<Record<string, unknown>[]>
  stop(): Promise<void>
  /** Ends it like a power cut. */
  kill(): void
  start(): Promise<void>
}

export type Standby = Server & {
  /** Its connection to the primary. When cut, it misses everything written from then on. */
  readonly replication: TcpProxy
  promote(): Promise<void>
}

export type Cluster = {
  primary(): Promise<Server>
  /** A server that follows another one, made from a copy of it. */
  standbyOf(primary: Server, more?: readonly string[]): Promise<Standby>
  close(): Promise<void>
}

/** @param isDurable whether commits must reach the disk, for measurements */
export async function openCluster({ isDurable = false } = {}): Promise<Cluster> {
  const settings = isDurable ? common : ['fsync=off', ...common]
  const place = isDurable ? tmpdir() : await scratchDirectory()
  const directory = await mkdtemp(join(place, 'twofold-cluster-'))
  const servers: Server[] = []
  const proxies: TcpProxy[] = []
  let made = 0
  const nextDirectory = async (): Promise<string> => {
    const path = join(directory, String(++made))
    await mkdir(path, { mode: 0o755 })
    return path
  }
  return {
    async primary() {
      const dataDir = await nextDirectory()
      await copyBlankCluster(dataDir)
      const server = await openServer(dataDir, settings)
      servers.push(server)
      return server
    },
    async standbyOf(primary, more = []) {
      const dataDir = await nextDirectory()
      await copyRunning(primary, dataDir, { 'standby.signal': '' })
      const replication = await openTcpProxy(primary.upstream)
      proxies.push(replication)
      const follow = `primary_conninfo=host=127.0.0.1 port=${replication.port} user=postgres`
      const retry = 'wal_retrieve_retry_interval=50ms'
      const server = await openServer(dataDir, [...settings, ...more, retry, follow])
      servers.push(server)
      const promote = async (): Promise<void> => {
        await server.query('select pg_promote(true, 60)')
      }
      return { ...server, replication, promote }
    },
    async close() {
      for (const server of servers) await server.stop()
      for (const proxy of proxies) await proxy.stop()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

async function openServer(dataDir: string, given: readonly string[]): Promise<Server> {
  let embedded: Embedded = await startEmbedded({ dataDir, settings: [...given] })
  const url = embedded.connectionString
  return {
    dataDir,
    url,
    upstream: upstreamOf(url),
    query: (text) => ask(url, text),
    stop: () => embedded.stop(),
    kill: () => void process.kill(embedded.pid, 'SIGQUIT'),
    async start() {
      embedded = await startEmbedded({ dataDir, settings: [...given] })
    },
  }
}

async function ask(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(text)).rows
  } finally {
    await client.end()
  }
}

/** Copies a stopped server's data, for a test to restore later. */
export async function copyStopped(from: string, to: string): Promise<void> {
  await rm(to, { recursive: true, force: true })
  await execute('cp', ['-a', from, to])
}

/** A base backup: a copy of a running server, which needs WAL to start. */
export async function copyRunning(
  from: Pick<Server, 'dataDir' | 'url'>,
  toDir: string,
  more: Record<string, string> = {},
): Promise<void> {
  const [source, target] = [join(from.dataDir, 'postgres'), join(toDir, 'postgres')]
  const client = new Client({ connectionString: from.url })
  await client.connect()
  await client.query(`select pg_backup_start('copy', true)`)
  await execute('cp', ['-a', source, target])
  const { rows } = await client.query<{ labelfile: string }>(
    'select labelfile from pg_backup_stop(false)',
  )
  await client.end()
  // The copy must not be mistaken for the original server.
  for (const name of ['postmaster.pid', '.s.PGSQL.5432', '.s.PGSQL.5432.lock']) {
    await rm(join(target, name), { force: true })
  }
  const { uid, gid } = await stat(target)
  const files = { backup_label: rows[0]?.labelfile ?? '', ...more }
  for (const [name, text] of Object.entries(files)) {
    await writeFile(join(target, name), text)
    await chown(join(target, name), uid, gid)
  }
}
