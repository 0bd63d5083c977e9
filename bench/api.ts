/** Reads and sign-ins over HTTP on 64 connections, compared with the cheapest possible answer. */
import { Agent, request } from 'node:http'
import type { Db } from '../src/db/types.ts'
import { sql } from 'kysely'
import { hashPassword, isPassword } from '../src/server/passwords/password.ts'
import { signIn, startServer } from './http.ts'
import { ratePerSecond } from './measure.ts'
import { hold, median, note } from './report.ts'

const CONNECTIONS = 64
const SIGN_IN_PASSWORD = 'a password of the bench'

export type Ask = { method: string; path: string; token?: string; body?: string }
export type Load = { perSecond: number; p50: number; p99: number }

/** Sends one request and returns the status of its answer. */
export function send(
  agent: Agent,
  port: number,
  { method, path, token, body }: Ask,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    }
    const sent = request({ agent, port, path, method, headers, host: '127.0.0.1' }, (answer) => {
      answer.resume()
      answer.on('end', () => resolve(answer.statusCode ?? 0))
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

/** Sends requests on 64 connections for some seconds. Latencies in milliseconds. */
export async function load(port: number, seconds: number, next: (i: number) => Ask): Promise<Load> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  const latencies: number[] = []
  const until = performance.now() + seconds * 1000
  let count = 0
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      while (performance.now() < until) {
        const ask = next(count++)
        const started = performance.now()
        const status = await send(agent, port, ask)
        if (status !== 200) throw new Error(`${ask.path} answered ${status}`)
        latencies.push(performance.now() - started)
      }
    }),
  )
  agent.destroy()
  const sorted = latencies.toSorted((a, b) => a - b)
  const at = (part: number): number => sorted[Math.floor(sorted.length * part)] ?? 0
  return { perSecond: sorted.length / seconds, p50: at(0.5), p99: at(0.99) }
}

/** Requests a page as a member, or as a visitor without a token. */
export const get = (path: string, token?: string): Ask => ({
  method: 'GET',
  path,
  ...(token === undefined ? {} : { token }),
})

function print(name: string, { perSecond, p50, p99 }: Load): void {
  note(`${name}: answers per second`, perSecond, '/s')
  note(`${name}: p50`, p50, 'ms')
  note(`${name}: p99`, p99, 'ms')
}

/** Password hashes checked per second in isolation, as many at a time as the product allows. */
async function measureArgon2(seconds: number): Promise<number> {
  const stored = await hashPassword(SIGN_IN_PASSWORD)
  return ratePerSecond(CONNECTIONS, seconds, () => isPassword(SIGN_IN_PASSWORD, stored))
}

const live = (): Ask => ({ method: 'GET', path: '/api/health/live' })

/** Measures the product on a database whose members have names. */
export async function measureApi(db: Db, url: string, members: readonly number[], seconds: number) {
  const tokens = await signIn(db, members)
  const stored = await hashPassword(SIGN_IN_PASSWORD)
  await sql`update identities set password_hash = ${stored}
    where member_no = any(${members}::int[])`.execute(db)
  const { port, stop } = await startServer(url)
  try {
    const as =
      (path: string) =>
      (i: number): Ask =>
        get(path, tokens[i % tokens.length] ?? '')
    await load(port, 2, live)
    const floor = await load(port, seconds, live)
    print('/api/health/live', floor)
    for (const path of ['/api/accounts/me/', '/api/tree/visualization/']) {
      await load(port, 1, as(path))
      const measured = await load(port, seconds, as(path))
      print(path, measured)
      note(`${path} against /api/health/live`, measured.perSecond / floor.perSecond, '')
    }
    await measureSignIns(port, members, seconds)
  } finally {
    await stop()
  }
}

const ROUNDS = 3

/** In turns with Argon2id alone, because the machine's speed changes within seconds. */
async function measureSignIns(
  port: number,
  members: readonly number[],
  seconds: number,
): Promise<void> {
  const ratios: number[] = []
  let before = await measureArgon2(seconds)
  for (let round = 0; round < ROUNDS; round++) {
    const logins = await load(port, seconds, (i) => {
      const username = `member${members[i % members.length]}`
      const body = JSON.stringify({ username, password: SIGN_IN_PASSWORD })
      return { method: 'POST', path: '/api/auth/login/', body }
    })
    const after = await measureArgon2(seconds)
    print('sign-ins', logins)
    note('  Argon2id alone before and after, per second', (before + after) / 2, '/s')
    ratios.push(logins.perSecond / ((before + after) / 2))
    before = after
  }
  hold('sign-ins against Argon2id alone, median', median(ratios), { atLeast: 0.7 })
}
