import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { heldBytes } from '../../support/memory.ts'
import { until } from '../../support/poll.ts'
import { isLong, times } from '../../support/scale.ts'
import { openEdge, type Edge } from '../support/edge.ts'
import { addPlainMembers } from '../support/many-members.ts'
import { addMember, type TestMember } from '../support/members.ts'

// Raw bytes from callers who may be slow, deaf, many, or not HTTP clients at all.

const slow = times(1_000)
/** Each holds the six streams that a member may have. */
const readers = Math.ceil(slow / 6)
const patience = { deadlineMs: 45_000, everyMs: 50 }
let edge: Edge
let port: number
let anna: TestMember
const sockets = new Set<Socket>()
const ends = new Set<number | undefined>()
const configured = { headers: 0, request: 0, idle: 0, check: 0 }

beforeAll(async () => {
  edge = await openEdge()
  anna = await addMember(edge, 'anna')
  const server = edge.app.server as typeof edge.app.server & { connectionsCheckingInterval: number }
  configured.headers = server.headersTimeout
  configured.request = server.requestTimeout
  configured.idle = server.timeout
  configured.check = server.connectionsCheckingInterval
  // The same rules with shorter timeouts, so that the test doesn't have to wait.
  server.headersTimeout = 1_500
  server.requestTimeout = 2_000
  server.connectionsCheckingInterval = 250
  server.on('connection', (end) => {
    const from = end.remotePort
    ends.add(from)
    end.once('close', () => ends.delete(from))
  })
  await edge.app.listen({ port: 0, host: '127.0.0.1', backlog: 2 * slow })
  const address = server.address()
  port = typeof address === 'object' ? (address?.port ?? 0) : 0
})
afterAll(async () => {
  for (const socket of sockets) socket.destroy()
  await edge.close()
})

type Caller = { socket: Socket; port: number; text: () => string; closed: () => boolean }

/** Opens a connection and sends something. `deaf` never reads the response. */
async function call(said: string, deaf = false): Promise<Caller> {
  const socket = connect(port, '127.0.0.1')
  sockets.add(socket)
  let text = ''
  let closed = false
  socket.on('error', () => {})
  socket.on('close', () => {
    closed = true
    sockets.delete(socket)
  })
  if (!deaf) socket.on('data', (chunk) => (text += chunk.toString('latin1')))
  await once(socket, 'connect')
  // A socket forgets its port when it's closed.
  const from = socket.localPort ?? 0
  socket.write(said, 'latin1')
  return { socket, port: from, text: () => text, closed: () => closed }
}

const statusesIn = (text: string): number[] =>
  [...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status))

/** The server's ends of the callers' connections, without those of the test's own client. */
const openOf = (callers: Caller[]): number =>
  callers.filter((caller) => ends.has(caller.port)).length

const host = 'Host: localhost\r\n'
const json = 'Content-Type: application/json\r\n'
const hidden = `GET /api/health/live HTTP/1.1\r\n${host}\r\n`
const chunk = `${hidden.length.toString(16)}\r\n${hidden}\r\n0\r\n\r\n`
const post = (headers: string, body: string): string =>
  `POST /api/auth/login/ HTTP/1.1\r\n${host}${json}${headers}\r\n${body}`

describe('parses the end of a request unambiguously', () => {
  // Each contains another request in a part that some readers treat as the body.
  const pairs: [string, string][] = [
    ['CL.TE', post('Content-Length: 5\r\nTransfer-Encoding: chunked\r\n', `0\r\n\r\n${hidden}`)],
    ['TE.CL', post('Transfer-Encoding: chunked\r\nContent-Length: 4\r\n', chunk)],
    ['TE.TE', post('Transfer-Encoding: chunked\r\nTransfer-Encoding: cow\r\n', chunk)],
    ['an unknown coding', post('Transfer-Encoding: xchunked\r\n', `0\r\n\r\n${hidden}`)],
    ['a coding after chunked', post('Transfer-Encoding: chunked, identity\r\n', chunk)],
    ['a space before the colon', post('Transfer-Encoding : chunked\r\n', `0\r\n\r\n${hidden}`)],
    [
      'a tab before the name',
      post('X: y\r\n\tTransfer-Encoding: chunked\r\n', `0\r\n\r\n${hidden}`),
    ],
    ['two lengths', post('Content-Length: 0\r\nContent-Length: 60\r\n', hidden)],
    ['a length with a sign', post('Content-Length: +0\r\n', hidden)],
    ['a length in hexadecimal', post('Content-Length: 0x0\r\n', hidden)],
    ['a list of lengths', post('Content-Length: 0, 60\r\n', hidden)],
    ['a chunk without a size', post('Transfer-Encoding: chunked\r\n', `\r\n\r\n${hidden}`)],
    ['a chunk of a negative size', post('Transfer-Encoding: chunked\r\n', `-1\r\n\r\n${hidden}`)],
    [
      'a chunk size beyond numbers',
      post('Transfer-Encoding: chunked\r\n', `${'f'.repeat(17)}\r\n`),
    ],
    ['a line feed alone', post('X: y\nTransfer-Encoding: chunked\r\n', `0\r\n\r\n${hidden}`)],
    ['a carriage return alone', post('X: y\rTransfer-Encoding: chunked\r\n', hidden)],
    ['NUL in a value', post('X: a\0b\r\n', hidden)],
    ['a name that is none', post('X y: z\r\n', hidden)],
    ['HTTP/0.9', 'GET /api/health/live\r\n\r\n'],
    ['another protocol', `PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n${hidden}`],
    ['a wrong version', `GET /api/health/live HTTP/1.9\r\n${host}\r\n${hidden}`],
    ['TLS', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
    ['two hosts', `GET /api/health/live HTTP/1.1\r\n${host}Host: evil.example\r\n\r\n${hidden}`],
  ]
  test.each(pairs)('%s', async (_name, said) => {
    const caller = await call(said)
    await until('the connection to be closed', () => caller.closed())
    const [status = 0, ...more] = statusesIn(caller.text())
    expect([400, 408, 413, 505]).toContain(status)
    expect(more).toEqual([])
    expect(caller.text()).not.toContain('"status":"ok"')
  })

  test('serves two pipelined requests', async () => {
    const caller = await call(post('Content-Length: 2\r\n', `{}${hidden}`))
    await until('two answers', () => statusesIn(caller.text()).length === 2)
    expect(statusesIn(caller.text())).toEqual([400, 200])
    caller.socket.destroy()
  })

  test.each(['TRACE', 'CONNECT', 'TRACK'])('doesn’t echo %s', async (method) => {
    const caller = await call(`${method} / HTTP/1.1\r\n${host}X-Secret: mirror\r\n\r\n`)
    await until('an end', () => caller.closed() || statusesIn(caller.text()).length > 0)
    expect(statusesIn(caller.text()).filter((status) => status < 400)).toEqual([])
    expect(caller.text()).not.toContain('mirror')
    caller.socket.destroy()
  })

  test('ignores protocol upgrades', async () => {
    const upgrade = `Connection: Upgrade\r\nUpgrade: websocket\r\n`
    const caller = await call(`GET /api/health/live HTTP/1.1\r\n${host}${upgrade}\r\n`)
    await until('an answer', () => caller.closed() || statusesIn(caller.text()).length > 0)
    expect(statusesIn(caller.text())).not.toContain(101)
    caller.socket.destroy()
  })
})

test(`cuts off ${slow} slow callers, and serves the others`, async () => {
  // In seconds, like the server's: a started request is cut off within a minute.
  expect(configured.headers + configured.check).toBeLessThanOrEqual(60_000)
  expect(configured.request + configured.check).toBeLessThanOrEqual(60_000)
  expect([configured.headers, configured.request].every((ms) => ms > 0)).toBe(true)
  const headers = `POST /api/auth/login/ HTTP/1.1\r\n${host}X-`
  const body = post('Content-Length: 60000\r\n', '{"username":')
  const callers = await Promise.all(
    Array.from({ length: 2 * slow }, (_, i) => call(i % 2 === 0 ? headers : body)),
  )
  const served: number[] = []
  await until(
    'all of them to be cut',
    async () => {
      const begun = performance.now()
      expect((await fetch(`http://127.0.0.1:${port}/api/health/live`)).status).toBe(200)
      served.push(performance.now() - begun)
      return callers.every(({ closed }) => closed())
    },
    patience,
  )
  expect(served.length).toBeGreaterThan(0)
  const statuses = new Set(callers.flatMap(({ text }) => statusesIn(text())))
  expect([...statuses]).toEqual([408])
  await until('their descriptors', () => openOf(callers) === 0)
  // After this, no caller is slow on purpose. We don't cut off those that a busy machine delays.
  edge.app.server.headersTimeout = configured.headers
  edge.app.server.requestTimeout = configured.request
})

test.runIf(isLong)('gives back 10,000 connections, fifty at a time', async () => {
  const before = heldBytes()
  const asked = `GET /api/health/live HTTP/1.1\r\n${host}Connection: close\r\n\r\n`
  let left = 10_000
  const answered = new Map<number, number>()
  const callers: Caller[] = []
  const callInTurn = async (): Promise<void> => {
    while (left-- > 0) {
      const caller = await call(asked)
      callers.push(caller)
      if (!caller.socket.closed) await once(caller.socket, 'close')
      for (const status of statusesIn(caller.text())) {
        answered.set(status, (answered.get(status) ?? 0) + 1)
      }
    }
  }
  await Promise.all(Array.from({ length: 50 }, callInTurn))
  expect([...answered]).toEqual([[200, 10_000]])
  await until('their descriptors', () => openOf(callers) === 0)
  expect(heldBytes() - before).toBeLessThan(64 * 1024 * 1024)
})

test.runIf(isLong)('throttles, then disconnects a caller who never reads', async () => {
  expect(configured.idle).toBeGreaterThan(0)
  expect(configured.idle).toBeLessThanOrEqual(60_000)
  const ask = `GET /api/openapi.json HTTP/1.1\r\n${host}\r\n`
  edge.app.server.setTimeout(1_000)
  const before = heldBytes()
  const caller = await call(ask.repeat(400), true)
  caller.socket.pause()
  await until('its connection', () => openOf([caller]) === 1)
  edge.app.server.setTimeout(configured.idle)
  // Node pauses a connection whose answers aren't read, so its buffers stay small.
  let most = 0
  const isOver = (): boolean => {
    most = Math.max(most, heldBytes() - before)
    return openOf([caller]) === 0
  }
  await until('the end', isOver, patience)
  expect(most).toBeLessThan(64 * 1024 * 1024)
})

const listen = (token: string): string =>
  `GET /api/events/ HTTP/1.1\r\n${host}Authorization: Bearer ${token}\r\n\r\n`

/**
 * Notifies one member of a change, in a notice almost as long as PostgreSQL allows. A few of them
 * fill the buffers of those who don't read.
 */
async function flood(member: number): Promise<void> {
  const topics = Array.from({ length: 800 }, () => 'wallet')
  const notice = JSON.stringify({ seq: 1, changed: [[member, topics]] })
  await sql`select pg_notify('twofold_events', ${notice})`.execute(edge.db)
}

test.runIf(isLong)('limits unread event streams, and ends a flooded one', async () => {
  const many = await addPlainMembers(edge, readers)
  const before = heldBytes()
  const deaf: Caller[] = []
  for (let round = 0; round < 6; round++) {
    deaf.push(...(await Promise.all(many.map(({ access }) => call(listen(access), true)))))
  }
  for (const { socket } of deaf) socket.pause()
  const awake = await call(listen(anna.access))
  await until('the last stream', () => awake.text().includes(': connected'), patience)
  const flooded = many[0]?.no ?? 0
  await until(
    'the six of one member to be cut',
    async () => {
      await flood(flooded)
      return openOf(deaf) === deaf.length - 6
    },
    { ...patience, everyMs: 1 },
  )
  await flood(anna.no)
  await until('the one who reads', () => awake.text().includes('event: wallet'))
  expect(openOf(deaf)).toBe(deaf.length - 6)
  expect(heldBytes() - before).toBeLessThan(256 * 1024 * 1024)
})
