import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { readFile, rm, mkdtemp, writeFile } from 'node:fs/promises'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { BODY_LIMIT_BYTES } from '../../../src/contract/fields/limits.ts'
import { until } from '../../support/poll.ts'
import { freePort } from '../../support/ports.ts'
import { scratchDirectory } from '../../support/run-directory.ts'
import { openEdge, type Edge } from '../support/edge.ts'
import { addMember, type TestMember } from '../support/members.ts'

// HAProxy with deploy/ha/web.cfg: which backend each request goes to, and when.

const hasHaproxy = spawnSync('haproxy', ['-v']).status === 0

/** The backend of each request that reached the web process. */
let seen: string[] = []
let port: number
let anna: TestMember
let stop: () => Promise<void>
/** The settings that the tests use, and what starts HAProxy with such settings. */
let text: string
let run: (settings: string, messages?: 'ignore') => Promise<ChildProcess>

/** The file with another address and one web process, and with each backend's name in a header. */
function settingsFor(text: string, webPort: number): string {
  return text
    .replace(/^  bind .*$/m, `  bind 127.0.0.1:${port}`)
    .replaceAll(/^backend (\w+)$/gm, '$&\n  http-request set-header X-Backend $1')
    .replaceAll(/^  server web1 .*\n  server web2 .*$/gm, `  server web1 127.0.0.1:${webPort}`)
}

async function listen({ app }: Edge): Promise<number> {
  await app.listen({ port: 0, host: '127.0.0.1' })
  app.server.on('request', ({ headers }: { headers: Record<string, string> }) => {
    const backend = headers['x-backend']
    if (backend !== undefined) seen.push(backend)
  })
  return (app.server.address() as AddressInfo).port // it listens on a port
}

/** Sends bytes as they are. */
function send(...parts: string[]): { socket: Socket; status: () => number } {
  let text = ''
  const socket = connect(port, '127.0.0.1')
  socket.on('data', (bytes: Buffer) => (text += bytes.toString('latin1'))).on('error', () => {})
  onTestFinished(() => void socket.destroy())
  for (const part of parts) socket.write(part)
  return { socket, status: () => Number(text.split(' ')[1] ?? 0) }
}

/** Whether HAProxy answers. */
const isUp = (): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/api/health/live/`).then(
    ({ ok }) => ok,
    () => false,
  )

async function statusOf(...parts: string[]): Promise<number> {
  const { status } = send(...parts)
  return await until('an answer', () => status() || null)
}

const get = (path: string): string =>
  `GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${anna.access}\r\n\r\n`

const post = (path: string, ...headers: string[]): string =>
  [`POST ${path} HTTP/1.1`, 'Host: x', 'Content-Type: application/json', ...headers, '', ''].join(
    '\r\n',
  )

describe.runIf(hasHaproxy)('behind HAProxy', () => {
  beforeAll(async () => {
    const edge = await openEdge()
    anna = await addMember(edge, 'anna')
    port = await freePort()
    const folder = await mkdtemp(join(await scratchDirectory(), 'balancer-'))
    text = settingsFor(await readFile('deploy/ha/web.cfg', 'utf8'), await listen(edge))
    run = async (settings, messages) => {
      const path = join(folder, `${port}.cfg`)
      await writeFile(path, settings)
      const options = ['-db', '-f', path]
      return spawn('haproxy', options, { stdio: ['ignore', 'ignore', messages ?? 'inherit'] })
    }
    const child = await run(text)
    stop = async () => {
      child.kill('SIGKILL')
      await edge.close()
      await rm(folder, { recursive: true })
    }
    await until('HAProxy to answer', isUp)
  })
  afterAll(() => stop())
  beforeEach(() => void (seen = []))

  test.each([
    '/api/events/',
    '/api/events',
    '/api/events?a=%zz',
    '/api/%65vents/',
    '/%61pi/event%73',
    '/%61%70%69/%65%76%65%6e%74%73/?a',
  ])('live updates at %s have a backend of their own', async (path) => {
    expect(await statusOf(get(path))).toBe(200)
    expect(seen).toEqual(['streams'])
  })

  // If the router read one of them as the path of live updates, HAProxy would have to, too.
  test.each([
    '//api/events/',
    '/api//events/',
    '/api/Events/',
    '/api/%45vents/',
    '/api%2Fevents/',
    '/api/%2565vents/',
    '/api/./events/',
    '/api/x/../events/',
    '/api\\events/',
  ])('there are no live updates at %s', async (path) => {
    expect(await statusOf(get(path))).toBe(404)
  })

  test('a tunnel is refused before it takes a place', async () => {
    expect(await statusOf('CONNECT x:443 HTTP/1.1\r\nHost: x:443\r\n\r\n')).toBe(405)
    expect(seen).toEqual([])
  })

  const fillers = Array.from({ length: 30 }, (_, i) => `X-Filler-${i}: ${'x'.repeat(480)}`)
  const chunk = `400\r\n${'x'.repeat(0x400)}\r\n`
  test.each([
    [
      'with its length',
      `Content-Length: ${BODY_LIMIT_BYTES}`,
      'x'.repeat(BODY_LIMIT_BYTES - 1),
      'x',
    ],
    [
      'in chunks',
      'Transfer-Encoding: chunked',
      chunk.repeat(BODY_LIMIT_BYTES / 0x400),
      '0\r\n\r\n',
    ],
  ])('the largest ordinary body %s takes no place until it is here', async (...parts) => {
    const [, header, most, rest] = parts
    const { socket, status } = send(post('/api/accounts/contact/', ...fillers, header), most)
    await wait(500)
    expect(seen).toEqual([])
    socket.write(rest)
    expect(await until('an answer', () => status() || null)).toBe(400)
    expect(seen).toEqual(['web'])
  })

  test.each([
    ['of a known length', 'Content-Length: 3000000', 'x'],
    ['in chunks', 'Transfer-Encoding: chunked', chunk],
  ])('a larger body %s takes no place from others', async (_, header, piece) => {
    const body = piece.repeat(200_000 / piece.length)
    expect(await statusOf(post('/api/operator/member-imports/check/', header), body)).toBe(401)
    const read = get('/api/texts/').replace('\r\n\r\n', `\r\n${header}\r\n\r\n`)
    expect(await statusOf(read, body)).toBe(200)
    expect(seen).toEqual(['large', 'large'])
  })

  test('a larger body reaches a process that misses its checks', async () => {
    const before = port
    port = await freePort()
    const settings = text
      .replace(`127.0.0.1:${before}`, `127.0.0.1:${port}`)
      .replace('/api/health/serving/', '/api/no-such-path/')
    // It reports each backend that is down.
    const child = await run(settings, 'ignore')
    onTestFinished(() => {
      child.kill('SIGKILL')
      port = before
    })
    await until('HAProxy to answer', isUp)
    const large = post('/api/operator/member-imports/check/', 'Content-Length: 200000')
    await until('HAProxy to notice', async () => {
      seen = []
      expect(await statusOf(large, 'x'.repeat(200_000))).toBe(401)
      return !seen.includes('large')
    })
    expect(seen).toEqual(['unchecked'])
  })
})
