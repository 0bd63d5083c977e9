import { createServer, type Server, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { runForWaitingCaller } from '../../src/tron/node/node-caller.ts'
import { connectNode, type NodeOptions } from '../../src/tron/node/node-client.ts'
import { isLong } from '../support/scale.ts'

// Behavior that no well-meaning node shows, so the devnet can't either.
let server: Server | undefined
afterEach(() => {
  server?.close()
  server?.closeAllConnections()
})

async function serve(
  answer: (response: ServerResponse, path: string) => void,
  options: Partial<NodeOptions> = {},
) {
  const asked: { path: string; key: string }[] = []
  server = createServer((request, response) => {
    const path = request.url ?? ''
    asked.push({ path, key: String(request.headers['tron-pro-api-key'] ?? '') })
    answer(response, path)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}`
  const usual = { url, apiKey: 'secret', timeoutMs: 10_000, ratePerSecond: 1_000 }
  const client = connectNode({ ...usual, ...options })
  return { client, asked }
}

describe('the client', () => {
  test('never follows a redirect, with or without its key', async () => {
    const { client, asked } = await serve((response) =>
      response.writeHead(302, { location: '/elsewhere' }).end(),
    )
    const answer = await client.post('/wallet/getnowblock', {})
    expect(answer).toMatchObject({ trouble: { kind: 'redirected' } })
    expect(asked).toEqual([{ path: '/wallet/getnowblock', key: 'secret' }])
  })

  test('stops reading an endless answer', async () => {
    const part = Buffer.alloc(1024 * 1024, ' ')
    const { client } = await serve((response) => {
      const write = (): void => {
        while (!response.destroyed && response.write(part));
        response.once('drain', write)
      }
      response.writeHead(200)
      write()
    })
    expect((await client.post('/x', {}, 'once')).ok).toBe(false)
  })

  test('retries transient errors, but no refusals or broadcasts', async () => {
    const { client, asked } = await serve((response, path) =>
      response.writeHead(path === '/refused' ? 400 : 500).end('{}'),
    )
    await client.post('/passing', {})
    await client.post('/refused', {})
    await client.post('/broadcast', {}, 'once')
    const paths = asked.map(({ path }) => path)
    expect(paths).toEqual(['/passing', '/passing', '/passing', '/refused', '/broadcast'])
  })

  test('pauses for as long as the node asks', async () => {
    const { client, asked } = await serve((response) =>
      response.writeHead(429, { 'retry-after': '300' }).end('{}'),
    )
    await client.post('/x', {})
    expect(client.state().pausedUntilMs).toBeGreaterThan(Date.now() + 250_000)
    expect(await client.post('/x', {})).toMatchObject({ trouble: { detail: 'resting' } })
    expect(asked).toHaveLength(1)
  })

  test('sends nothing during a suspension, queued requests included', async () => {
    const { client, asked } = await serve((response) => response.writeHead(429).end('{}'), {
      ratePerSecond: 8,
    })
    const answers = await Promise.all(
      Array.from({ length: 40 }, () => client.post('/wallet/getnowblock', {})),
    )
    // The burst of eight was sent before the first answer came. On a slow machine a few more went
    // out, one each eighth of a second, but never all forty.
    expect(asked.length).toBeLessThan(20)
    for (const answer of answers)
      expect(answer).toMatchObject({ trouble: { kind: 'rate_limited' } })
    expect(client.state().waiting).toBe(0)
  })

  test('keeps other methods open after a 403 for one', async () => {
    const { client, asked } = await serve((response, path) =>
      path === '/wallet/closed'
        ? response.writeHead(403).end('{"Error":"method not allowed for this plan"}')
        : response.writeHead(200).end('{"fine":true}'),
    )
    const closed = await client.post('/wallet/closed', {})
    expect(closed).toMatchObject({ trouble: { kind: 'unavailable', status: 403 } })
    expect((await client.post('/wallet/open', {})).ok).toBe(true)
    expect(await client.post('/wallet/closed', {})).toEqual({
      ok: false,
      trouble: { kind: 'unavailable', detail: 'refused a moment ago', status: 403 },
    })
    expect(asked.map(({ path }) => path)).toEqual(['/wallet/closed', '/wallet/open'])
  })

  test('stops when the caller disconnects, without blaming the node', async () => {
    const { client, asked } = await serve(() => undefined)
    const leaving = new AbortController()
    const answer = runForWaitingCaller(
      () => leaving.signal,
      () => client.post('/x', {}),
    )
    await expect.poll(() => asked.length).toBe(1)
    leaving.abort()
    expect(await answer).toMatchObject({ trouble: { kind: 'given_up' } })
    expect(client.state().lastTrouble).toBeUndefined()
  })

  test.runIf(isLong)('waits for a slow answer while data arrives', async () => {
    const parts = Array.from({ length: 12 }, (_, at) =>
      at === 0 ? '{"a":"' : at < 11 ? 'x' : '"}',
    )
    const { client } = await serve(
      (response) => {
        response.writeHead(200)
        const timer = setInterval(() => {
          const part = parts.shift()
          if (part !== undefined) return void response.write(part)
          clearInterval(timer)
          response.end()
        }, 100)
      },
      { timeoutMs: 1_000, retries: 0 },
    )
    expect(await client.post('/x', {})).toEqual({ ok: true, value: { a: 'xxxxxxxxxx' } })
  })

  test('doesn’t reveal its key when nobody answers', async () => {
    const client = connectNode({ url: 'http://127.0.0.1:9/key', apiKey: 'secret', retries: 0 })
    const answer = await client.post('/x', {})
    expect(answer).toMatchObject({ trouble: { kind: 'unreachable' } })
    expect(JSON.stringify(answer)).not.toMatch(/key|secret/)
  })
})
