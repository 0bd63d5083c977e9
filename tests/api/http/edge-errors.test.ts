import { z } from 'zod'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api, memberApi, type CallName } from '../../../src/contract/routes.ts'
import { routes } from '../../../src/server/app/rooms.ts'
import { openEdge, type Answer, type CallOptions, type Edge } from '../support/edge.ts'

let edge: Edge
beforeAll(async () => {
  edge = await openEdge()
})
afterAll(() => edge.close())

const json = { 'content-type': 'application/json' }

/**
 * The status and code of a refusal, after checking that it is a complete problem with its own
 * request id.
 */
function refusal(answer: Answer): [number, string] {
  const { problem } = answer
  expect(answer.headers['content-type']).toBe('application/problem+json')
  expect(problem.request_id).toBe(answer.headers['x-request-id'])
  return [answer.status, problem.code]
}

describe('answers the framework’s refusals as problem+json', () => {
  const login = '/api/auth/login/'
  const cases: [string, string, string, CallOptions, number, string][] = [
    ['unknown path', 'GET', '/api/nothing/', {}, 404, 'not_found'],
    ['double slash', 'GET', '/api//accounts/plans/', {}, 404, 'not_found'],
    ['bad escape', 'GET', '/api/tree/user/%ff/', {}, 400, 'malformed_url'],
    ['NUL in the path', 'GET', '/api/accounts/verify-email/a%00b/', {}, 400, 'malformed_url'],
    [
      'NUL in the query',
      'GET',
      '/api/auth/check-username/?username=a%00b',
      {},
      400,
      'malformed_url',
    ],
    ['no type', 'POST', login, { raw: '{}' }, 415, 'unsupported_media_type'],
    ['empty object', 'POST', login, { body: {} }, 400, 'invalid_request'],
    ['no body', 'POST', login, {}, 400, 'invalid_request'],
    ['a list', 'POST', login, { body: [] }, 400, 'invalid_request'],
    ['null', 'POST', login, { body: null }, 400, 'invalid_request'],
  ]
  test.each(cases)('%s', async (_name, method, url, options, status, code) => {
    expect(refusal(await edge.call(method, url, options))).toEqual([status, code])
  })

  const types = [
    'text/plain',
    'application/xml',
    'multipart/form-data; boundary=x',
    'application/json; charset=utf-16',
    'application/json;a=b',
    'application/jsonp',
    'Application/JSON garbage',
    'application/json\t;x',
    '',
  ]
  test.each(types)('content type %j', async (type) => {
    const answer = await edge.call('POST', login, { raw: '{}', headers: { 'content-type': type } })
    expect(refusal(answer)).toEqual([415, 'unsupported_media_type'])
  })

  test('a compressed transfer', async () => {
    const headers = { 'content-type': 'application/json', 'transfer-encoding': 'gzip, chunked' }
    const answer = await edge.call('POST', login, { raw: '{}', headers })
    expect(refusal(answer)).toEqual([415, 'unsupported_media_type'])
  })

  const bodies: [string, string | Buffer][] = [
    ['half a body', '{"username":'],
    ['repeated key', '{"username":"a","username":"b","password":"c"}'],
    ['repeated key in other letters', '{"username":"a","\\u0075sername":"b","password":"c"}'],
    ['__proto__', '{"__proto__":{"a":1},"username":"a","password":"b"}'],
    ['constructor', '{"constructor":{"prototype":{}},"username":"a","password":"b"}'],
    ['NUL', '{"username":"a\\u0000","password":"b"}'],
    ['half a surrogate', '{"username":"\\ud800","password":"b"}'],
    ['overlong UTF-8', Buffer.from([0x22, 0xc0, 0xaf, 0x22])],
    ['byte order mark', '\ufeff{}'],
    ['depth', '['.repeat(10_000) + ']'.repeat(10_000)],
    ['NaN', '{"username":NaN}'],
  ]
  test.each(bodies)('body: %s', async (_name, raw) => {
    expect(refusal(await edge.call('POST', login, { raw, headers: json }))).toEqual([
      400,
      'malformed_json',
    ])
  })

  test('answers a large body with 413', async () => {
    const raw = `{"username":"${'a'.repeat(70_000)}"}`
    expect(refusal(await edge.call('POST', login, { raw, headers: json }))).toEqual([
      413,
      'payload_too_large',
    ])
  })

  test('answers a wrong method with 405 and Allow, with or without a slash', async () => {
    for (const url of ['/api/auth/login', '/api/auth/login/']) {
      const answer = await edge.call('GET', url)
      expect(refusal(answer)).toEqual([405, 'method_not_allowed'])
      expect(answer.headers['allow']).toBe('POST')
    }
    const sessions = await edge.call('PATCH', '/api/auth/sessions/')
    expect(sessions.headers['allow']).toBe('GET, DELETE, HEAD')
    for (const url of ['/api/openapi.json', '/api/docs', '/api/docs/']) {
      const answer = await edge.call('POST', url)
      expect(refusal(answer)).toEqual([405, 'method_not_allowed'])
      expect(answer.headers['allow']).toBe('GET, HEAD')
    }
  })
})

test('requires a token for every private call, with or without a slash', async () => {
  let tried = 0
  for (const [name, endpoint] of Object.entries(api)) {
    if (!routes.some((route) => route.name === name)) continue
    if (endpoint.access === 'visitor') continue
    const path = endpoint.path.replace(/:\w+/g, '1')
    for (const url of [path, path.replace(/\/$/, '')]) {
      const options = endpoint.method === 'GET' ? {} : { body: {} }
      expect(refusal(await edge.call(endpoint.method, url, options))).toEqual([
        401,
        'not_authenticated',
      ])
      tried++
    }
  }
  expect(tried).toBeGreaterThan(60)
})

test('routes every call of the contract', () => {
  const answered = routes.map(({ name }) => name)
  const missing = (Object.keys(api) as CallName[]).filter((name) => !answered.includes(name))
  expect(new Set(answered).size).toBe(answered.length)
  expect(missing).toEqual([])
})

test('sends security headers with every answer, and allows no caching', async () => {
  const { headers } = await edge.call('GET', '/api/accounts/plans/')
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  })
  expect(headers).not.toHaveProperty('access-control-allow-origin')
  expect(headers).not.toHaveProperty('x-powered-by')
})

test('gives other origins no access, and ignores method and path overrides', async () => {
  for (const origin of ['https://evil.example', 'null', 'http://localhost.evil.example']) {
    for (const method of ['OPTIONS', 'GET', 'HEAD']) {
      const asked = { origin, 'access-control-request-method': 'POST' }
      const { headers } = await edge.call(method, '/api/accounts/plans/', { headers: asked })
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([])
    }
  }
  const override = { 'x-http-method-override': 'POST', 'x-http-method': 'POST' }
  const logout = await edge.call('GET', '/api/auth/logout/?_method=POST', { headers: override })
  expect(refusal(logout)).toEqual([405, 'method_not_allowed'])
  const own = [
    '/api/accounts/me/;a=b',
    '/API/accounts/me/',
    '/api/accounts/./me../',
    '/api%2faccounts/me/',
  ]
  for (const url of [...own, '/api/accounts/%6de/', '/api/x/../accounts/me/']) {
    expect([400, 401, 404]).toContain(refusal(await edge.call('GET', url))[0])
  }
})

const Operation = z.object({
  operationId: z.string(),
  responses: z.record(
    z.string(),
    z.object({ content: z.record(z.string(), z.unknown()).optional() }),
  ),
})
const OpenApi = z.object({
  openapi: z.literal('3.1.0'),
  paths: z.record(z.string(), z.record(z.string(), Operation)),
  components: z.object({ schemas: z.record(z.string(), z.unknown()) }),
})

test('lists every call once in OpenAPI, and resolves every reference', async () => {
  const { body: described } = await edge.call('GET', '/api/openapi.json')
  const body = OpenApi.parse(described)
  const calls = Object.values(body.paths).flatMap((path) => Object.values(path))
  const names = calls.map(({ operationId }) => operationId)
  expect(names.toSorted()).toEqual(Object.keys(memberApi).toSorted())
  const typesOf = (path: string) =>
    Object.keys(body.paths[path]?.get?.responses['200']?.content ?? {})
  expect(typesOf('/api/events/')).toEqual(['text/event-stream'])
  expect(typesOf('/api/accounts/statement/')).toEqual(['application/json', 'text/csv', 'text/html'])
  const shapes = Object.keys(body.components.schemas)
  const refs = [...JSON.stringify(described).matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)]
  expect(refs.length).toBeGreaterThan(100)
  expect(refs.map(([, name]) => name).filter((name) => !shapes.includes(name ?? ''))).toEqual([])
  expect(shapes.filter((name) => /Input|__schema/.test(name))).toEqual([])
})

test('shows every call on the reference page, without scripts', async () => {
  const { status, text, headers } = await edge.call('GET', '/api/docs/')
  expect(status).toBe(200)
  const shown = (name: string) => text.includes(`<h3 id="${name}">`)
  expect(Object.keys(api).filter(shown)).toEqual(Object.keys(memberApi))
  const targets = [...text.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id)
  expect(targets.filter((id) => !text.includes(` id="${id}"`))).toEqual([])
  expect(text).not.toContain('<script')
  expect(headers['content-security-policy']).toMatch(/style-src 'self' 'sha256-/)
})

test('serves no mailbox in production, and keeps pages and data apart', async () => {
  expect((await edge.call('GET', '/dev/mailbox')).status).toBe(404)
  const live = await edge.call('GET', '/api/health/live')
  expect([live.status, live.body]).toEqual([200, { status: 'ok' }])
  const ready = await edge.call('GET', '/api/health/ready/')
  expect(ready.status).toBe(200)
  expect(ready.body.checks.database).toBe('ok')
  const metrics = await edge.call('GET', '/metrics')
  expect(metrics.text).toContain('http_request_seconds_bucket')
  const outside = await edge.call('GET', '/metrics', { address: '203.0.113.7' })
  expect(outside.status).toBe(404)
  // Forwarded by a proxy on this machine.
  for (const name of ['x-forwarded-for', 'forwarded', 'via', 'x-real-ip', 'x-forwarded-host']) {
    const headers = { [name]: '127.0.0.1' }
    expect((await edge.call('GET', '/metrics', { headers })).status).toBe(404)
  }
  const headers = { host: 'twofold.example' }
  expect((await edge.call('GET', '/metrics', { headers })).status).toBe(404)
})
