import { connect } from 'node:net'
import { once } from 'node:events'
import fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { preRoutingErrors } from '../../../src/contract/call-errors.ts'
import { Problem } from '../../../src/contract/refusals/problem.ts'
import type { EdgeCode } from '../../../src/contract/refusals/refusals.ts'
import { answerErrors } from '../../../src/server/http/errors.ts'
import { openEdge, type Edge } from '../support/edge.ts'
import { edgeRefusals } from '../../../src/contract/refusals/refusals.ts'

// Refusals before we know which call is meant: bytes on a socket that no client library would send.

let edge: Edge
let port: number
beforeAll(async () => {
  edge = await openEdge()
  await edge.app.listen({ port: 0, host: '127.0.0.1' })
  const address = edge.app.server.address()
  port = typeof address === 'object' && address ? address.port : 0
})
afterAll(() => edge.close())

/** Everything that the server sends until it closes the connection. */
async function talk(text: string): Promise<{ head: string; body: string }> {
  const socket = connect(port, '127.0.0.1')
  socket.setEncoding('utf8')
  let all = ''
  socket.on('data', (chunk) => (all += String(chunk)))
  socket.write(text)
  await once(socket, 'close')
  const [head = '', body = ''] = all.split('\r\n\r\n')
  return { head, body }
}

const request = (line: string, ...headers: string[]): string =>
  [line, ...headers, 'Connection: close', '', ''].join('\r\n')
const host = 'Host: localhost'
const plans = 'GET /api/accounts/plans/ HTTP/1.1'

type Bare = Exclude<(typeof preRoutingErrors)[number], 'method_not_allowed'>
const texts: Record<Bare, readonly string[]> = {
  malformed_request: [
    'How are you?\r\n\r\n',
    request(plans),
    request(plans, 'Host: localhost', 'No header'),
    request(plans, host, 'Content-Length: many'),
    request('POST /api/auth/login/ HTTP/1.1', host, 'Content-Length: 2', 'Content-Length: 3'),
  ],
  malformed_url: [
    request('GET /api/tree/user/%zz/ HTTP/1.1', host),
    request('GET /api/tree/user/%zz HTTP/1.1', host),
    request('GET /api/accounts/plans/?a=%00 HTTP/1.1', host),
  ],
  uri_too_long: ['/', ''].map((slash) =>
    request(`GET /api/accounts/verify-email/${'a'.repeat(3_000)}${slash} HTTP/1.1`, host),
  ),
  headers_too_large: [request(plans, host, `X-Long: ${'a'.repeat(20_000)}`)],
  request_timeout: [`POST /api/auth/login/ HTTP/1.1\r\n${host}\r\n`],
  expectation_failed: [request(plans, host, 'Expect: a-miracle')],
}

function meant(code: EdgeCode) {
  const { status, text: detail } = edgeRefusals[code]
  return { status, code, detail }
}

test.each(Object.keys(texts) as Bare[])('%s', async (code) => {
  // Only this case waits. Its limit is shortened, but the server's own check is not.
  const { headersTimeout } = edge.app.server
  if (code === 'request_timeout') edge.app.server.headersTimeout = 200
  for (const text of texts[code]) {
    const { head, body } = await talk(text)
    const problem = Problem.parse(JSON.parse(body))
    const { status, detail } = problem
    expect({ status, code: problem.code, detail }).toEqual(meant(code))
    expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
    expect(head.toLowerCase()).toContain('content-type: application/problem+json')
    expect(head.toLowerCase()).toContain('cache-control: no-store')
    expect(problem.request_id).toMatch(/^[0-9a-f-]{36}$/)
    expect(head.toLowerCase()).toContain(`x-request-id: ${problem.request_id}`)
  }
  edge.app.server.headersTimeout = headersTimeout
})

test('refuses a tunnel', async () => {
  for (const line of ['CONNECT x:443 HTTP/1.1', 'CONNECT /api/accounts/plans/ HTTP/1.1']) {
    const { head, body } = await talk(request(line, host))
    const { status, code, detail } = Problem.parse(JSON.parse(body))
    expect({ status, code, detail }).toEqual(meant('method_not_allowed'))
    expect(head).toMatch(/^HTTP\/1\.1 405 .*\r\nAllow: /s)
  }
})

test('accepts what proxies send: HTTP/1.0 without Host, 100-continue', async () => {
  const old = await talk('GET /api/accounts/plans/ HTTP/1.0\r\n\r\n')
  expect(old.head).toMatch(/^HTTP\/1\.1 200 /)
  const expecting = await talk(request(plans, host, 'Expect: 100-continue'))
  expect(expecting.head).toMatch(/^HTTP\/1\.1 100 Continue/)
})

test('answers a bug with internal_error and no detail of it', async () => {
  const app = fastify()
  app.setErrorHandler(answerErrors)
  app.get('/', () => Promise.reject(new Error('secret 42')))
  const answer = await app.inject('/')
  const { status, code, detail, ...rest } = Problem.parse(answer.json())
  expect({ status, code, detail }).toEqual(meant('internal_error'))
  expect(answer.statusCode).toBe(500)
  expect(JSON.stringify(rest)).not.toContain('secret')
  await app.close()
})
