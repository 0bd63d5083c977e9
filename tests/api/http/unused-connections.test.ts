import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
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
