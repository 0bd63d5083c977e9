import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { openKysely } from '../../../src/db/pool.ts'
import { buildApp, type AppOptions } from '../../../src/server/app/app.ts'
import type { Context } from '../../../src/server/context.ts'
import { EVENT_STREAM } from '../../../src/server/events/streams.ts'
import { until } from '../../support/poll.ts'
import { isLong } from '../../support/scale.ts'
import { openEdge, type Edge } from '../support/edge.ts'
import { addMember, signIn, type TestMember } from '../support/members.ts'

// When event streams end: with their session, and with the process.

let edge: Edge
let anna: TestMember
beforeAll(async () => {
  edge = await openEdge()
  anna = await addMember(edge, 'anna')
})
afterAll(() => edge.close())

const HOUR_MS = 3_600_000

/** Another web process on the same database. */
async function openWeb(options: AppOptions, context: Partial<Context> = {}) {
  const places = { webDirectory: 'no build', consoleDirectory: 'no build' }
  const app = await buildApp({ ...edge.context, ...context }, { ...places, ...options })
  onTestFinished(() => app.close())
  const base = await app.listen({ port: 0, host: '127.0.0.1' })
  return { app, base }
}

async function open(base: string, token: string) {
  const headers = { authorization: `Bearer ${token}` }
  const response = await fetch(`${base}/api/events/`, { headers })
  let text = ''
  const read = async (): Promise<void> => {
    const decoder = new TextDecoder()
    for await (const chunk of response.body ?? []) text += decoder.decode(chunk, { stream: true })
  }
  let isOver = false
  const ended = read().finally(() => (isOver = true))
  await until('the stream', () => text.includes('connected'))
  return { text: () => text, ended, isOver: () => isOver }
}

const statusOf = async (app: FastifyInstance, url: string, token?: string) => {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
  return (await app.inject({ url, headers })).statusCode
}

test('ends the streams of a session that another process ended, and no others', async () => {
  const { base } = await openWeb({ sessionCheckMs: HOUR_MS })
  const { access: other } = (await signIn(edge, 'anna')).body
  const gone = await open(base, anna.access)
  const kept = await open(base, other)
  const answer = await edge.call('DELETE', '/api/auth/sessions/', { token: other })
  expect(answer.status).toBe(200)
  await gone.ended
  expect(kept.isOver()).toBe(false)
  expect(await statusOf(edge.app, '/api/accounts/me/', anna.access)).toBe(401)
  await edge.call('POST', '/api/auth/logout/', { body: {} })
  await sql`update sessions set ended_at = now() where ended_at is null`.execute(edge.db)
  await kept.ended
})

test('writes nothing to a stream that the same transaction ended', async () => {
  const { app, base } = await openWeb({ sessionCheckMs: HOUR_MS })
  const errors: unknown[] = []
  app.server.on('request', (_request, response: ServerResponse) => {
    response.on('error', (error) => errors.push(error))
  })
  const member = await addMember(edge, 'gus')
  const stream = await open(base, member.access)
  const notice = JSON.stringify({ seq: 1, changed: [[member.no, ['wallet']]] })
  await edge.db.transaction().execute(async (tx) => {
    await sql`update sessions set ended_at = now() where member_no = ${member.no}`.execute(tx)
    await sql`select pg_notify('twofold_events', ${notice})`.execute(tx)
  })
  await stream.ended
  expect(errors).toEqual([])
})

test.runIf(isLong)('ends the stream of a session that reads nothing', async () => {
  const { app } = await openWeb({ sessionCheckMs: HOUR_MS })
  const member = await addMember(edge, 'hugo')
  const address = app.server.address()
  const accepted: Promise<Socket> = new Promise((resolve) => app.server.once('connection', resolve))
  const asked: Promise<[unknown, ServerResponse]> = new Promise((resolve) =>
    app.server.once('request', (...both) => resolve(both)),
  )
  const reader = connect(typeof address === 'object' && address ? address.port : 0, '127.0.0.1')
  onTestFinished(() => void reader.destroy())
  reader.write(
    `GET /api/events/ HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${member.access}\r\n\r\n`,
  )
  const served = await accepted
  const [, response] = await asked
  await once(reader, 'data')
  reader.pause()
  const many = Array.from({ length: 300 }, () => 'wallet')
  const notice = JSON.stringify({ seq: 1, changed: [[member.no, many]] })
  let looks = 0
  const fill = async (): Promise<boolean> => {
    if (served.writableLength !== 0) return ++looks === 20
    looks = 0
    await sql`select pg_notify('twofold_events', ${notice})`.execute(edge.db)
    return false
  }
  await until('a full connection', fill, { everyMs: 10 })
  expect(response.closed).toBe(false)
  await sql`update sessions set ended_at = now() where member_no = ${member.no}`.execute(edge.db)
  await until('the end of its answer', () => response.closed)
})

test.runIf(isLong)(
  'checks all sessions with one query per round, even without a notice',
  async () => {
    let asked = 0
    const db = openKysely(edge.context.pool, () => asked++)
    const { base } = await openWeb({ sessionCheckMs: 100 }, { db })
    const members = await Promise.all(['bea', 'cleo', 'dora'].map((name) => addMember(edge, name)))
    const tokens = members.flatMap(({ access }) => [access, access, access, access])
    const streams = await Promise.all(tokens.map((token) => open(base, token)))
    const rounds = () => Math.max(...streams.map(({ text }) => text().split(': alive').length - 1))
    const before = { rounds: rounds(), asked }
    await until('five rounds', () => rounds() >= before.rounds + 5)
    expect(asked - before.asked).toBeLessThanOrEqual(rounds() - before.rounds + 1)
    await sql`alter table sessions disable trigger sessions_end`.execute(edge.db)
    onTestFinished(async () => {
      await sql`alter table sessions enable trigger sessions_end`.execute(edge.db)
    })
    await sql`update sessions set ended_at = now() where member_no = ${members[0]?.no}`.execute(
      edge.db,
    )
    await Promise.all(streams.slice(0, 4).map(({ ended }) => ended))
    expect(streams.filter(({ isOver }) => isOver())).toHaveLength(4)
    await sql`update members set suspended = true where no = ${members[1]?.no}`.execute(edge.db)
    await Promise.all(streams.slice(4, 8).map(({ ended }) => ended))
    expect(streams.slice(8).some(({ isOver }) => isOver())).toBe(false)
  },
)

test('holds no more streams than MAX_STREAMS', async () => {
  const config = { ...edge.config, maxStreams: 2 }
  const { app, base } = await openWeb({}, { config })
  const { access } = await addMember(edge, 'eva')
  const streams = [await open(base, access), await open(base, access)]
  expect(await statusOf(app, '/api/events/', access)).toBe(503)
  expect(streams.map(({ isOver }) => isOver())).toEqual([false, false])
})

test('drains: /serving turns 503, requests are answered, and streams end one by one', async () => {
  const stop = new AbortController()
  const drain = { signal: stop.signal, ms: HOUR_MS }
  const { app, base } = await openWeb({ drain, sessionCheckMs: HOUR_MS })
  const { access } = await addMember(edge, 'fay')
  const streams = await Promise.all(Array.from({ length: 5 }, () => open(base, access)))
  expect(await statusOf(app, '/api/health/serving')).toBe(200)
  stop.abort()
  expect(await statusOf(app, '/api/health/serving')).toBe(503)
  expect(await statusOf(app, '/api/accounts/me/', access)).toBe(200)
  // The reader of a stream that has ended comes back here if there is no other process.
  const headers = { authorization: `Bearer ${access}` }
  const refused = await app.inject({ url: '/api/events/', headers })
  expect([refused.statusCode, refused.headers['content-type']]).toEqual([200, EVENT_STREAM])
  expect(refused.body).toMatch(/^retry: 5\d{3}\n\n$/)
  // Evenly over the hour: the first one ends at once, the second in twelve minutes.
  await Promise.race(streams.map(({ ended }) => ended))
  for (const { text } of streams) {
    const [, time] = await until('the time to stay away', () => {
      const times = [...text().matchAll(/^retry: (\d+)$/gm)]
      return times.length === 2 ? times[1] : null
    })
    const retryMs = Number(time)
    expect(retryMs).toBeGreaterThanOrEqual(1_000)
    expect(retryMs).toBeLessThanOrEqual(15_000)
  }
  expect(streams.filter(({ isOver }) => isOver())).toHaveLength(1)
  await app.close()
  await Promise.all(streams.map(({ ended }) => ended))
})
