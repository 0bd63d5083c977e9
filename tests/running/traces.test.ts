/** Traces of a web process and a ledger process, as a collector receives them. */
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { productVersion } from '../../src/server/metrics/product-version.ts'
import { openEdge, type Edge } from '../api/support/edge.ts'
import { addMember, fundMember, password, type TestMember } from '../api/support/members.ts'
import {
  AUTH_SECRET,
  startLedger,
  startWeb,
  type LedgerProcess,
} from '../fault/leader/ledger-fleet.ts'
import { fetchAnswer } from '../support/answer.ts'
import { createTestDatabase } from '../support/database.ts'
import { until } from '../support/poll.ts'
import { openCollector, type CollectedSpan, type Collector } from './trace-collector.ts'
import { isLong } from '../support/scale.ts'

const trace = '0af7651916cd43dd8448eb211c80319c'
const caller = 'b7ad6b7169203331'
const wallet = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8'

let collector: Collector
let edge: Edge
let ada: TestMember
let ledger: LedgerProcess
let web: LedgerProcess

beforeAll(async () => {
  collector = await openCollector()
  const database = await createTestDatabase()
  edge = await openEdge({ AUTH_SECRET }, undefined, undefined, { database })
  ada = await addMember(edge, 'annabella')
  await fundMember(edge, ada.no, 41.37)
  const env = {
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-key=of the collector',
    RATE_LIMITS: 'off',
    AUTH_COST: 'low',
    LOG_LEVEL: 'info',
  }
  ledger = await startLedger(database, env)
  web = await startWeb(database, env)
})
afterAll(async () => {
  await Promise.all([web?.kill('SIGKILL'), ledger?.kill('SIGKILL')])
  await edge?.close()
  await collector?.stop()
})

const ask = <const M extends string, const U extends string>(
  method: M,
  path: U,
  body?: object,
  more: Record<string, string> = {},
) => {
  const headers = { authorization: `Bearer ${ada.access}`, ...more }
  return fetchAnswer(web.address, method, path, { body, headers })
}

const find = (name: string, within?: CollectedSpan): CollectedSpan | undefined =>
  collector.spans.find((span) => span.name === name && (!within || span.traceId === within.traceId))

/** The spans from a request down to the batch, following their parents. */
function chainOf(route: string, kind: string): CollectedSpan[] {
  const names = [route, `forward ${kind}`, `command ${kind}`, 'ledger batch']
  return names.flatMap((name) => find(name, find(route)) ?? [])
}

test.runIf(isLong)('traces an activation from the web process to the ledger’s batch', async () => {
  const { body: me } = await ask('GET', '/api/accounts/me/')
  const profile = me.profiles.find(({ active }) => !active)
  const url = `/api/accounts/profiles/${profile?.id}/wallet-activate/` as const
  const traceparent = `00-${trace}-${caller}-01`
  const activated = await ask('POST', url, {}, { traceparent, 'idempotency-key': 'first-seat' })
  expect(activated.status).toBe(200)
  const route = 'POST /api/accounts/profiles/:id/wallet-activate/'
  const chain = await until('the trace', () => {
    const found = chainOf(route, 'activate')
    return found.length === 4 && found
  })
  expect(chain.map(({ role }) => role)).toEqual(['web', 'web', 'ledger', 'ledger'])
  expect(new Set(chain.map(({ traceId }) => traceId))).toEqual(new Set([trace]))
  expect(chain.map(({ parentSpanId }) => parentSpanId)).toEqual([
    caller,
    ...chain.slice(0, -1).map(({ spanId }) => spanId),
  ])
  const [request, forward, command, batch] = chain
  expect(request?.attributes).toMatchObject({ 'http.response.status_code': 200 })
  expect(forward?.attributes['twofold.seq']).toBe(command?.attributes['twofold.seq'])
  expect(batch?.attributes).toMatchObject({ 'twofold.batch.size': 1 })
  const statements = collector.spans.filter(({ parentSpanId: of }) => of === batch?.spanId)
  expect(statements.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['begin', 'select lock_book', 'commit']),
  )
  expect(collector.headers()).toContain('of the collector')
  // The log links a request to its trace, and says which process wrote the line.
  const lines = web.output().split('\n')
  const line = lines.find((each) => each.includes(trace) && each.includes('answered')) ?? '{}'
  expect(JSON.parse(line)).toMatchObject({
    traceId: trace,
    id: request?.attributes['twofold.request.id'],
    part: 'web',
    epoch: 1,
    version: productVersion,
  })
})

const isShared = ({ name, links }: CollectedSpan): boolean =>
  name === 'ledger batch' && links.length > 1

test.runIf(isLong)('links a batch to the traces of all its commands', async () => {
  const batch = await until('a batch of several commands', async () => {
    const changes = Array.from({ length: 20 }, (_, i) =>
      ask('PATCH', '/api/accounts/me/update/', { auto_upgrade: i % 2 === 0 }),
    )
    const answers = await Promise.all(changes)
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    return collector.spans.find(isShared)
  })
  const linked = new Set(batch.links.map(({ traceId }) => traceId))
  expect(linked.size).toBe(batch.links.length)
  expect(linked).toContain(batch.traceId)
})

test.runIf(isLong)('reveals no member, balance, or secret in a span', async () => {
  await ask('PATCH', '/api/accounts/me/update/', { wallet_address: wallet })
  await ask('GET', `/api/accounts/statement/?from=2026-01-01&to=2026-12-31&format=html`)
  await ask('POST', '/api/auth/login/', { username: 'annabella', password })
  await ask('POST', '/api/auth/login/', { username: 'annabella@example.org', password: 'not it' })
  await ask('POST', '/api/auth/token/refresh/', { refresh: ada.refresh })
  await ask('POST', '/api/accounts/forgot-password/', { email: 'annabella@example.org' })
  await ask('GET', `/api/accounts/verify-email/${'t0ken'.repeat(8)}/`)
  await ask('POST', '/api/transactions/deposit_ustd/', { amount: 17, payment_method: 'usdt' })
  await until('the last request', () => find('GET /api/accounts/verify-email/:token/'))
  await until('the deposit', () => find('POST /api/transactions/deposit_ustd/'))
  const secrets = [
    'annabella',
    'example.org',
    password,
    'not it',
    ada.access,
    ada.refresh,
    wallet,
    't0ken',
    '41.37',
    '41370000',
    AUTH_SECRET,
    'insert into "',
  ]
  // Digits in times and ids may look like anything.
  const sent = collector.sent().replaceAll(/"\w*(?:UnixNano|Id)":"\w*"/gi, '')
  expect(collector.spans.length).toBeGreaterThan(40)
  expect(secrets.filter((secret) => sent.includes(secret))).toEqual([])
  expect(sent).not.toMatch(/\beyJ|T[1-9A-HJ-NP-Za-km-z]{33}\b|[\w.]+@[\w-]+\./)
})

test.runIf(isLong)('continues without a delay when the collector is gone', async () => {
  await collector.stop()
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => ask('GET', '/api/accounts/me/')),
  )
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  await until('a line about it', () => web.output().includes('traces are not delivered'))
  expect((await ask('GET', '/api/accounts/me/')).status).toBe(200)
})

const Flooded = z.object({ grownBytes: z.number(), stoppedMs: z.number() })
const program = fileURLToPath(new URL('export-spans.ts', import.meta.url))

async function exportSpans(...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, ['--expose-gc', program, ...args])
  return stdout
}

test.runIf(isLong)(
  'needs little memory and stops in time when the collector never answers',
  async () => {
    const mute = createServer(() => {})
    mute.listen(0, '127.0.0.1')
    await once(mute, 'listening')
    onTestFinished(() => {
      mute.closeAllConnections()
      mute.close()
    })
    const { port } = mute.address() as AddressInfo
    const said = await exportSpans(`http://127.0.0.1:${port}`)
    const { grownBytes, stoppedMs } = Flooded.parse(JSON.parse(said))
    // 100,000 of these spans would take more than 100 MB.
    expect(grownBytes).toBeLessThan(20_000_000)
    // The waiting batches would take minutes, each until its timeout.
    expect(stoppedMs).toBeLessThan(30_000)
  },
)

test.runIf(isLong)(
  'records the configured share of traces, and those that another process records',
  async () => {
    const own = await openCollector()
    onTestFinished(() => own.stop())
    await exportSpans(own.url, '0', 'few')
    expect(own.spans.map(({ name }) => name)).toEqual(['ours'])
    // A share so small that nothing is recorded by chance.
    await exportSpans(own.url, '0.000000001', 'few')
    expect(own.spans.slice(1).map(({ name }) => name)).toEqual(['ours'])
    await exportSpans(own.url, '1', 'few')
    const all = own.spans.slice(2).map(({ name }) => name)
    expect(all.filter((name) => name !== 'chosen')).toEqual(['own', 'strange', 'ours'])
    expect(own.sent()).not.toContain('stranger=words')
  },
)
