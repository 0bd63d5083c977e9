import { createServer, type Server, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { connectNode } from '../../src/tron/node-client.ts'

// What no well-meaning node does, and the devnet therefore cannot.
let server: Server | undefined
afterEach(() => {
  server?.close()
  server?.closeAllConnections()
})

async function serve(answer: (response: ServerResponse, path: string) => void) {
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
  const client = connectNode({ url, apiKey: 'secret', timeoutMs: 10_000, ratePerSecond: 1_000 })
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

  test('stops reading an answer without end', async () => {
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

  test('tries again after a passing trouble, and not after a refusal or a broadcast', async () => {
    const { client, asked } = await serve((response, path) =>
      response.writeHead(path === '/refused' ? 400 : 500).end('{}'),
    )
    await client.post('/passing', {})
    await client.post('/refused', {})
    await client.post('/broadcast', {}, 'once')
    const paths = asked.map(({ path }) => path)
    expect(paths).toEqual(['/passing', '/passing', '/passing', '/refused', '/broadcast'])
  })

  test('rests as long as it is told to', async () => {
    const { client, asked } = await serve((response) =>
      response.writeHead(429, { 'retry-after': '300' }).end('{}'),
    )
    await client.post('/x', {})
    expect(client.state().pausedUntilMs).toBeGreaterThan(Date.now() + 250_000)
    expect(await client.post('/x', {})).toMatchObject({ trouble: { detail: 'resting' } })
    expect(asked).toHaveLength(1)
  })

  test('says nothing of its key when nobody answers', async () => {
    const client = connectNode({ url: 'http://127.0.0.1:9/key', apiKey: 'secret', retries: 0 })
    const answer = await client.post('/x', {})
    expect(answer).toMatchObject({ trouble: { kind: 'unreachable' } })
    expect(JSON.stringify(answer)).not.toMatch(/key|secret/)
  })
})
