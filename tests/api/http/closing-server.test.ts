import { connect } from 'node:net'
import { once } from 'node:events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp } from '../../../src/server/app/app.ts'
import { openEdge, type Edge } from '../support/edge.ts'

let edge: Edge
beforeAll(async () => void (edge = await openEdge()))
afterAll(() => edge.close())

test('answers a request that was on its way while the server closed', async () => {
  const app = await buildApp(edge.context)
  await app.listen({ port: 0, host: '127.0.0.1' })
  const address = app.server.address()
  const socket = connect(typeof address === 'object' && address ? address.port : 0, '127.0.0.1')
  socket.setEncoding('utf8')
  let text = ''
  socket.on('data', (chunk) => (text += String(chunk)))
  const [server] = await Promise.all([
    once(app.server, 'connection').then(([each]) => each as NodeJS.ReadableStream),
    once(socket, 'connect'),
  ])
  const arrived = once(server, 'data')
  socket.write('GET /api/accounts/plans/ HTTP/1.1\r\n')
  await arrived
  const closed = app.close()
  await expect.poll(() => app.server.listening).toBe(false)
  socket.write('Host: localhost\r\n\r\n')
  await Promise.all([once(socket, 'close'), closed])
  expect(text).toMatch(/^HTTP\/1\.1 200 /)
  expect(text.toLowerCase()).toContain('connection: close')
  expect(text).toContain('Bronze')
})
