import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { watchUnused } from '../../../src/server/http/unused-connections.ts'
import { until } from '../../support/poll.ts'
import { openEdge } from '../support/edge.ts'

test('stops without waiting for connections that have sent nothing', async () => {
  const edge = await openEdge()
  const seen = once(edge.app.server, 'connection')
  const { port } = new URL(await edge.app.listen({ port: 0, host: '127.0.0.1' }))
  const socket = connect(Number(port), '127.0.0.1')
  await seen
  let stopped = false
  const stop = edge.close().then(() => (stopped = true))
  // Far less than the minute after which the connection would time out.
  await until('the server to stop', () => stopped, { deadlineMs: 30_000 })
  await stop
  expect(socket.destroyed || (await once(socket, 'close'))).toBeTruthy()
})

test('stops although someone reads an answer without end', async () => {
  const server = createServer((_request, response) => {
    const more = (): void => {
      while (!response.destroyed && response.write('x'.repeat(65_536)));
      if (!response.destroyed) response.once('drain', more)
    }
    more()
  }).listen(0, '127.0.0.1')
  const closeUnused = watchUnused(server, 500)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // it listens on a port
  const socket = connect(port, '127.0.0.1').on('error', () => {})
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await once(socket, 'data')
  socket.pause()
  const closed = once(server, 'close')
  await closeUnused()
  server.close()
  const late = AbortSignal.timeout(10_000)
  await Promise.race([closed, once(late, 'abort').then(() => expect.unreachable('still open'))])
  socket.destroy()
})
