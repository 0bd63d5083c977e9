import { connect, createServer, type Server, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { ClientMessages } from './pg-wire.ts'

export type Upstream = { host: string; port: number } | { path: string }

/**
 * `before`: cuts the connection instead of passing on the COMMIT, so nothing was committed.
 * `after`: cuts it once the server has answered, and the client never sees that answer.
 */
export type CommitCut = 'before' | 'after'

export type TcpProxy = {
  port: number
  /** A connection string through the proxy, for a PostgreSQL upstream. */
  urlOf(url: string): string
  connections(): number
  /** Cuts every connection now, without a goodbye. */
  cut(): void
  /** While set, new connections are cut at once. */
  setRefusing(refusing: boolean): void
  /** While set, bytes in both directions are dropped and connections stay open. */
  setBlackhole(blackhole: boolean): void
  setDelayMs(delayMs: number): void
  /** Where connections lead from now on, as when an address moves to another server. */
  setUpstream(upstream: Upstream): void
  /** The next `times` COMMITs of a PostgreSQL client lose their connection. */
  cutAtCommit(when: CommitCut, times?: number): void
  /** How many COMMITs have lost their connection so far. */
  commitsCut(): number
  stop(): Promise<void>
}

type State = {
  upstream: Upstream
  refusing: boolean
  blackhole: boolean
  delayMs: number
  commitCut: CommitCut
  cutsLeft: number
  cutsDone: number
  pairs: Set<() => void>
}

/** A proxy on a free port, in front of a server that a test wants to cut off. */
export async function openTcpProxy(
  upstream: Upstream,
  protocol: 'raw' | 'postgres' = 'raw',
): Promise<TcpProxy> {
  const state: State = {
    upstream,
    refusing: false,
    blackhole: false,
    delayMs: 0,
    commitCut: 'after',
    cutsLeft: 0,
    cutsDone: 0,
    pairs: new Set(),
  }
  const server = createServer((client) => join(client, protocol, state))
  const port = await listen(server)
  return {
    port,
    urlOf: (url) => throughProxy(url, port),
    connections: () => state.pairs.size,
    cut: () => state.pairs.forEach((end) => end()),
    setRefusing: (refusing) => void (state.refusing = refusing),
    setBlackhole: (blackhole) => void (state.blackhole = blackhole),
    setUpstream: (next) => void (state.upstream = next),
    setDelayMs: (delayMs) => void (state.delayMs = delayMs),
    cutAtCommit: (when, times = 1) => {
      state.commitCut = when
      state.cutsLeft = times
    },
    commitsCut: () => state.cutsDone,
    stop: () => close(server, state),
  }
}

/** A proxy in front of a connection string's PostgreSQL, even one on a socket. */
export function openPostgresProxy(url: string): Promise<TcpProxy> {
  return openTcpProxy(upstreamOf(url), 'postgres')
}

/** The address of a connection string's PostgreSQL. */
export function upstreamOf(url: string): Upstream {
  const parsed = new URL(url)
  const directory = parsed.searchParams.get('host')
  const port = Number(parsed.port || 5432)
  if (directory === null) return { host: parsed.hostname, port }
  return { path: `${directory}/.s.PGSQL.${port}` }
}

/** A connection string whose server is replaced by one behind a proxy. */
export function throughProxy(url: string, port: number): string {
  const parsed = new URL(url)
  parsed.searchParams.delete('host')
  parsed.hostname = '127.0.0.1'
  parsed.port = String(port)
  return parsed.href
}

function join(client: Socket, protocol: string, state: State): void {
  if (state.refusing) return void client.resetAndDestroy()
  const server = connect(state.upstream)
  const end = (): void => {
    state.pairs.delete(end)
    client.resetAndDestroy()
    server.destroy()
  }
  state.pairs.add(end)
  for (const socket of [client, server]) {
    socket.setNoDelay(true)
    socket.on('error', end)
    socket.on('close', end)
  }
  let losing = false
  const messages = protocol === 'postgres' ? new ClientMessages() : null
  relay(client, state, (chunk) => {
    for (const { bytes, commits } of messages?.push(chunk) ?? [{ bytes: chunk, commits: false }]) {
      if (commits && state.cutsLeft > 0) {
        state.cutsLeft -= 1
        state.cutsDone += 1
        if (state.commitCut === 'before') return end()
        losing = true
      }
      server.write(bytes)
    }
  })
  // The first bytes after a COMMIT are its answer. It's done, but the client never learns that.
  relay(server, state, (chunk) => (losing ? end() : void client.write(chunk)))
}

function relay(from: Socket, state: State, pass: (chunk: Buffer) => void): void {
  let last: Promise<void> = Promise.resolve()
  from.on('data', (chunk: Buffer) => {
    if (state.blackhole) return
    if (state.delayMs === 0) return pass(chunk)
    const { delayMs } = state
    last = passLater(last, delayMs, () => state.blackhole || pass(chunk))
  })
}

async function passLater(before: Promise<void>, delayMs: number, pass: () => void) {
  await Promise.all([before, wait(delayMs)])
  pass()
}

/** Listens on a free port of this machine. */
export function listen(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      resolve(typeof address === 'object' && address !== null ? address.port : 0)
    })
  })
}

function close(server: Server, state: State): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    state.pairs.forEach((end) => end())
  })
}
