/** Activations over HTTP: the product in its own process, signed-in members, keep-alive. */
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Db } from '../src/db/types.ts'
import { sql } from 'kysely'
import { openKysely, openPool } from '../src/db/pool.ts'
import { signAccessToken } from '../src/server/auth/tokens/access-token.ts'
import { freePort } from '../tests/support/ports.ts'
import type { Ready } from './book.ts'
import { startChild } from './processes/children.ts'

const CONNECTIONS = 64
const BURSTS = 3
export const SECRET = 'bench-secret-that-opens-nothing-but-this-bench'
const main = fileURLToPath(new URL('../src/server/app/main.ts', import.meta.url))

/** Most of this is hashing each past command once, for the public log. */
const CAUGHT_UP_WITHIN_MS = 600_000

/** Waits for a server's one-time work: the public log of the past, and the day's sheet. */
export async function untilCaughtUp(url: string): Promise<void> {
  const pool = openPool({ connectionString: url, name: 'bench waits', maxConnections: 1 })
  const end = performance.now() + CAUGHT_UP_WITHIN_MS
  const caughtUp = openKysely(pool)
    .selectFrom('day_sheets')
    .innerJoin('log_checkpoints', (join) =>
      join.onRef('log_checkpoints.size', '>=', 'day_sheets.seq'),
    )
    .select('day_sheets.day')
    .limit(1)
  try {
    while (!(await caughtUp.executeTakeFirst())) {
      if (performance.now() > end) throw new Error('the public log does not catch up')
      await setTimeout(250)
    }
  } finally {
    await pool.end()
  }
}

/** Starts the product on a database, and waits until it has caught up with the past. */
export async function startServer(
  url: string,
): Promise<{ port: number; pid: number; stop(): Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'twofold-bench-http-'))
  const [port, devnet, smtp] = [await freePort(), await freePort(), await freePort()]
  const child = startChild(main, [], {
    env: {
      ...process.env,
      DATABASE_URL: url,
      DATA_DIR: dataDir,
      PORT: String(port),
      DEVNET_PORT: String(devnet),
      DEVNET_BLOCK_MS: '60000',
      SMTP_PORT: String(smtp),
      AUTH_SECRET: SECRET,
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'error',
    },
    stdout: 'pipe',
  })
  let text = ''
  for await (const part of child.stdout ?? []) {
    text += String(part)
    if (text.includes('Ready in')) break
  }
  child.stdout?.resume()
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM')
    await once(child, 'exit')
    await rm(dataDir, { recursive: true, force: true })
  }
  try {
    await untilCaughtUp(url)
  } catch (error) {
    await stop()
    throw error
  }
  return { port, pid: child.pid ?? 0, stop }
}

/** A verified account with an open session for each member, and a bearer token for that session. */
export async function signIn(db: Db, members: readonly number[]): Promise<string[]> {
  await sql`update identities set verified_at = now()
    where member_no = any(${members}::int[])`.execute(db)
  const { rows } = await sql<{ no: bigint; member_no: number }>`
    insert into sessions (member_no, expires_at)
    select unnest(${members}::int[]), now() + interval '1 day' returning no, member_no`.execute(db)
  // In a running product, autovacuum has done this. Without it, plans scan whole indexes.
  await sql`analyze identities, sessions`.execute(db)
  const sessions = new Map(rows.map((row) => [row.member_no, row.no]))
  return Promise.all(
    members.map((member) => {
      return signAccessToken(SECRET, { member, session: sessions.get(member) ?? 0n })
    }),
  )
}

type Method = 'GET' | 'POST'

function ask(agent: Agent, port: number, method: Method, path: string, token: string) {
  return new Promise<number>((resolve, reject) => {
    const headers = {
      authorization: `Bearer ${token}`,
      ...(method === 'POST' && { 'content-type': 'application/json' }),
    }
    const options = { agent, port, path, method, headers, host: '127.0.0.1' }
    const sent = request(options, (answer) => {
      answer.resume()
      answer.on('end', () => resolve(answer.statusCode ?? 0))
    })
    sent.on('error', reject)
    sent.end(method === 'POST' ? '{}' : undefined)
  })
}

export const post = (agent: Agent, port: number, path: string, token: string): Promise<number> =>
  ask(agent, port, 'POST', path, token)

export const get = (agent: Agent, port: number, path: string, token: string): Promise<number> =>
  ask(agent, port, 'GET', path, token)

export type Burst = { readonly perSecond: number; readonly yard: number }

/**
 * Activations per second over HTTP on 64 connections, in bursts, after one that isn't counted.
 * @param yardstick measured before and after each burst, while the server has nothing to do
 */
export async function measureHttp(
  db: Db,
  url: string,
  ready: readonly Ready[],
  yardstick: () => Promise<number>,
): Promise<Burst[]> {
  const tokens = await signIn(
    db,
    ready.map(({ member }) => member),
  )
  const server = await startServer(url)
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  /** Calls per second. */
  const callAll = async (method: Method, first: number, end: number, pathOf: PathOf) => {
    let next = first
    const started = performance.now()
    await Promise.all(
      Array.from({ length: CONNECTIONS }, async () => {
        for (let i = next++; i < end; i = next++) {
          const status = await ask(agent, server.port, method, pathOf(i), tokens[i] ?? '')
          if (status !== 200) throw new Error(`${pathOf(i)} answered ${status}`)
        }
      }),
    )
    return ((end - first) * 1000) / (performance.now() - started)
  }
  try {
    // The member has already read the account, so the server has checked the token's signature.
    await callAll('GET', 0, ready.length, () => '/api/accounts/me/')
    const pathOf = (i: number) => `/api/accounts/profiles/${ready[i]?.profile}/wallet-activate/`
    const each = Math.floor(ready.length / (BURSTS + 1))
    await callAll('POST', 0, each, pathOf)
    const bursts = []
    for (let first = each; first + each <= ready.length; first += each) {
      const before = await yardstick()
      const perSecond = await callAll('POST', first, first + each, pathOf)
      bursts.push({ perSecond, yard: (before + (await yardstick())) / 2 })
    }
    return bursts
  } finally {
    agent.destroy()
    await server.stop()
  }
}

type PathOf = (i: number) => string
