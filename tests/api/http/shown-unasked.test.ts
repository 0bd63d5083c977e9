import { Writable } from 'node:stream'
import { pino } from 'pino'
import { z } from 'zod'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { configOf } from '../../../src/server/config/read-config.ts'
import { buildApp } from '../../../src/server/app/app.ts'
import { signInStaff } from '../support/staff-edge.ts'
import { serveMetrics } from '../../../src/server/app/metrics-server.ts'
import { noDrain } from '../../../src/server/http/drain.ts'
import { openMetrics } from '../../../src/server/metrics/metrics.ts'
import { makeStopList } from '../../../src/server/startup/stop-list.ts'
import { freePort } from '../../support/ports.ts'
import { openEdge, type CallOptions, type Edge } from '../support/edge.ts'

// Production shows strangers neither the API nor figures.

let edge: Edge
const lines: string[] = []
const sink = new Writable({
  write(chunk: Buffer, _encoding, done) {
    lines.push(chunk.toString())
    done()
  },
})
beforeAll(async () => {
  edge = await openEdge({ RATE_LIMITS: 'on' }, undefined, pino({ level: 'warn' }, sink))
})
afterAll(() => edge.close())

const live = async () => {
  const config = { ...edge.config, production: true, apiDocs: false }
  return await buildApp({ ...edge.context, config })
}

test('hides reference and metrics from strangers in production', async () => {
  const app = await live()
  const loopback = { remoteAddress: '127.0.0.1', headers: { host: 'localhost' } }
  for (const url of ['/api/openapi.json', '/api/docs', '/metrics']) {
    const { statusCode } = await app.inject({ url, ...loopback })
    expect([url, statusCode]).toEqual([url, 404])
  }
  expect((await app.inject({ url: '/api/operator/openapi.json' })).statusCode).toBe(401)
  await app.close()
})

test('can switch off the reference, and serves metrics on loopback', async () => {
  const { config } = edge
  const development = await configOf({ DATA_DIR: config.dataDir })
  expect([development.apiDocs, development.metricsHost]).toEqual([true, '127.0.0.1'])
  const off = await configOf({ DATA_DIR: config.dataDir, API_DOCS: 'off', HOST: '0.0.0.0' })
  expect([off.apiDocs, off.metricsHost]).toEqual([false, '127.0.0.1'])
})

test('serves metrics on their own port on loopback only', async () => {
  const metricsPort = await freePort()
  const config = { ...edge.config, production: true, metricsPort }
  const metrics = openMetrics('web')
  const app = await buildApp({ ...edge.context, config }, { metrics })
  const stops = makeStopList()
  const served = { metrics, drain: noDrain(), startup: { isDone: true } }
  await serveMetrics({ ...edge.context, config }, stops, served)
  const answer = await fetch(`http://127.0.0.1:${metricsPort}/metrics`)
  expect(await answer.text()).toContain('http_request_seconds')
  expect((await app.inject('/metrics')).statusCode).toBe(404)
  expect(await stops.stopAll(edge.context.log)).toBe(true)
  await expect(fetch(`http://127.0.0.1:${metricsPort}/metrics`)).rejects.toThrow('fetch failed')
  await app.close()
})

test('shows operators’ calls only to a signed-in operator', async () => {
  const { text } = await edge.call('GET', '/api/openapi.json')
  expect(text).not.toMatch(/\/api\/operator\/|StaffMember|AccessChange/)
  const { headers } = await signInStaff(edge, 'reader', 'support')
  const staff = await edge.call('GET', '/api/operator/openapi.json', { headers })
  expect(staff.status).toBe(200)
  const { paths } = z.object({ paths: z.record(z.string(), z.object()) }).parse(staff.body)
  expect(Object.keys(paths).every((path) => path.startsWith('/api/operator/'))).toBe(true)
  expect(Object.keys(paths).length).toBeGreaterThan(60)
  const page = await edge.call('GET', '/api/operator/docs', { headers })
  expect(page.text).toContain('<h3 id="approveWithdrawal">')
  expect((await edge.call('GET', '/api/operator/docs')).status).toBe(401)
})

const report = (raw: string, type: string, address = '198.51.100.7') =>
  edge.call('POST', '/api/policy-reports/', {
    raw,
    address,
    headers: { 'content-type': type },
  } satisfies CallOptions)

test('logs policy reports without paths or tokens', async () => {
  lines.length = 0
  const blocked = 'https://evil.example/steal?token=secret-in-path'
  const old = { 'effective-directive': 'script-src', 'blocked-uri': blocked }
  const former = { 'csp-report': { ...old, 'document-uri': 'https://us/reset-password/tok' } }
  expect((await report(JSON.stringify(former), 'application/csp-report')).status).toBe(204)
  const modern = [
    { type: 'csp-violation', body: { effectiveDirective: 'img-src', blockedURL: 'inline' } },
  ]
  expect((await report(JSON.stringify(modern), 'application/reports+json')).status).toBe(204)
  const logged = lines.join('')
  expect(logged).toContain('"directive":"script-src","blocked":"https://evil.example"')
  expect(logged).toContain('"directive":"img-src","blocked":"inline"')
  expect(logged).not.toMatch(/secret-in-path|reset-password/)
  const strange = JSON.stringify({
    'csp-report': { 'effective-directive': 'a\nb', 'blocked-uri': 7 },
  })
  expect((await report(strange, 'application/csp-report')).status).toBe(204)
  expect(lines.at(-1)).toContain('"directive":"unknown","blocked":"unknown"')
})

test('limits reports by size, type, and number per address', async () => {
  const large = JSON.stringify({ 'csp-report': { sample: 'a'.repeat(20_000) } })
  expect((await report(large, 'application/csp-report')).status).toBe(413)
  expect((await report('{}', 'text/plain')).status).toBe(415)
  expect((await report('not json', 'application/csp-report')).status).toBe(400)
  const statuses = []
  for (let i = 0; i < 25; i++) {
    statuses.push((await report('{}', 'application/csp-report', '198.51.100.9')).status)
  }
  expect(statuses).toContain(429)
  expect(statuses.filter((status) => status === 204).length).toBeLessThanOrEqual(20)
  const { status } = await edge.call('POST', '/api/auth/login/', {
    raw: '{}',
    headers: { 'content-type': 'application/csp-report' },
  })
  expect(status).toBe(415)
})

test('warns once about an unexpected proxy', async () => {
  lines.length = 0
  const app = await live()
  const headers = { 'x-forwarded-for': '203.0.113.9' }
  for (let i = 0; i < 3; i++) await app.inject({ url: '/api/health/live', headers })
  await app.close()
  expect(lines.filter((line) => line.includes('TRUSTED_PROXIES is 0'))).toHaveLength(1)
})
