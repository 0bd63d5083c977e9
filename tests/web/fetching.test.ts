import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'
import '../../src/web/i18n/english.ts'
import { call, callFile } from '../../src/web/session/api.ts'
import { ApiError } from '../../src/web/client/api-error.ts'
import { readServerNowMs } from '../../src/web/client/server-clock.ts'
import { createQueryClient } from '../../src/web/client/query-client.ts'
import { depositQuery } from '../../src/web/member/deposit/queries.ts'
import type { Deposit } from '../../src/web/member/deposit/queries.ts'
import { agoText } from '../../src/web/ui/format/time-text.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

test('waits 10 seconds for an answer, and two minutes for a file', async () => {
  const silent = createServer(() => undefined).listen(0, '127.0.0.1')
  await new Promise((resolve) => silent.once('listening', resolve))
  const base = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`
  const asked = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => AbortSignal.abort())
  const { fetch } = globalThis
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => fetch(base + url, init))
  vi.stubGlobal('localStorage', undefined)
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  try {
    const failure = await call('listPlans', {}).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(ApiError)
    expect(failure).toMatchObject({ status: 0, code: 'no_answer' })
    expect(asked.mock.calls).toEqual([[10_000]])
    const file = callFile('getProof', { params: { day: '2026-03-01' } })
    await expect(file).rejects.toMatchObject({ code: 'no_answer' })
    expect(asked.mock.calls).toEqual([[10_000], [120_000]])
  } finally {
    silent.close()
  }
})

test('rejects a truncated answer', async () => {
  const broken = createServer((request, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '900' })
    response.write('[{"id":', () => request.socket.destroy())
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => broken.once('listening', resolve))
  const base = `http://127.0.0.1:${(broken.address() as AddressInfo).port}`
  const { fetch } = globalThis
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => fetch(base + url, init))
  vi.stubGlobal('localStorage', undefined)
  try {
    const failure = await call('listPlans', {}).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(ApiError)
    expect(failure).toMatchObject({ status: 0, code: 'no_answer' })
  } finally {
    broken.close()
  }
})

test('doesn’t refetch a deposit that doesn’t exist', async () => {
  vi.stubGlobal('document', { visibilityState: 'visible' })
  const client = createQueryClient()
  const { refetchInterval } = depositQuery('404')
  if (typeof refetchInterval !== 'function') throw new Error('the pauses do not depend on it')
  const refused = new ApiError(404, null, 'not there')
  const queryFn = (): Promise<Deposit> => Promise.reject(refused)
  const query = client.getQueryCache().build(client, { queryKey: ['deposit', '404'], queryFn })
  await query.fetch().catch(() => undefined)
  expect(query.state.status).toBe('error')
  expect(refetchInterval(query)).toBe(false)
  client.setQueryData(query.queryKey, { stage: 'seen' })
  expect(refetchInterval(query)).toBe(3000)
})

test('retries reads three times, doubling from 1 s, but no refusals or changes', async () => {
  vi.useFakeTimers()
  const client = createQueryClient()
  const startedAt = Date.now()
  const attempts: number[] = []
  const failing = (error: Error) => async () => {
    attempts.push(Date.now() - startedAt)
    throw error
  }
  const lost = new ApiError(0, null, 'no answer')
  const read = client.fetchQuery({ queryKey: ['lost'], queryFn: failing(lost) })
  read.catch(() => undefined)
  await vi.advanceTimersByTimeAsync(60_000)
  await expect(read).rejects.toBe(lost)
  expect(attempts).toEqual([0, 1000, 3000, 7000])
  attempts.length = 0
  const refused = new ApiError(404, null, 'not there')
  await client
    .fetchQuery({ queryKey: ['refused'], queryFn: failing(refused) })
    .catch(() => undefined)
  expect(attempts).toHaveLength(1)
  attempts.length = 0
  const change = client.getMutationCache().build(client, { mutationFn: failing(lost) })
  await change.execute(undefined).catch(() => undefined)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(attempts).toHaveLength(1)
})

test('pauses at most 30 s, and caches reads for 5 minutes', () => {
  const { queries } = createQueryClient().getDefaultOptions()
  const { retryDelay, gcTime } = queries ?? {}
  if (typeof retryDelay !== 'function') throw new Error('the pauses do not grow')
  const pauses = [0, 1, 2, 3, 4, 5, 20].map((failures) => retryDelay(failures, new Error('lost')))
  expect(pauses).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000])
  expect(gcTime).toBe(300_000)
})

/** The correction in seconds after an answer with an earlier time. */
async function secondsOff(aheadMs: number, caching = 'no-store'): Promise<number> {
  const date = new Date(Date.now() - aheadMs).toUTCString()
  vi.stubGlobal('fetch', async () =>
    Response.json([], { headers: { date, 'cache-control': caching } }),
  )
  await call('listPlans', {})
  return Math.round((Date.now() - readServerNowMs()) / 1000)
}

test('counts time by the server’s clock if the device’s is wrong', async () => {
  vi.stubGlobal('localStorage', undefined)
  vi.stubGlobal('window', {})
  const first = await secondsOff(20 * 60_000)
  expect(first).toBeCloseTo(1200, -1)
  // Another delay doesn't make countdowns jump.
  expect(await secondsOff(20 * 60_000 + 4_000)).toBe(first)
  // A cached answer is older than the question.
  expect(await secondsOff(5 * 60_000, 'max-age=600')).toBeCloseTo(1200, -1)
  expect(await secondsOff(-90 * 60_000)).toBeCloseTo(-5400, -1)
  expect(agoText(new Date().toISOString())).toBe('1 hour ago')
  // Most clocks are right, and answers take a moment.
  expect(await secondsOff(4_000)).toBe(0)
})
