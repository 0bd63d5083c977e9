import { setTimeout as sleep } from 'node:timers/promises'
import { readForm } from './answer-form.ts'
import type { Json } from './json.ts'
import { openRateLimit } from './rate-limit.ts'
import { isPassing, troubled, type Result, type Trouble } from './trouble.ts'

export type NodeOptions = {
  /** Base address, as `https://api.trongrid.io`. */
  url: string
  apiKey?: string
  timeoutMs?: number
  /** Further tries after a passing trouble. Broadcasts are never tried again here. */
  retries?: number
  ratePerSecond?: number
  /** How long every call rests after 403, 429 or 503. `Retry-After` may make it longer. */
  pauseMs?: number
}

export type NodeClient = {
  url: string
  /** POST of a JSON body, the form that every endpoint but the v1 lists takes. */
  post(path: string, body: Json, once?: 'once'): Promise<Result<unknown>>
  get(path: string, query: Record<string, string>): Promise<Result<unknown>>
  state(): { pausedUntilMs: number; lastTrouble: Trouble | undefined; waitedMs: number }
}

const maxAnswerBytes = 32 * 1024 * 1024
const maxPauseMs = 600_000

/**
 * A client of one node. Never throws: every form of failure is a typed trouble. Redirects are not
 * followed, answers are bounded, calls are spaced, and after a refusal for too many calls all of
 * them answer `rate_limited` at once until the pause is over.
 */
export function connectNode(options: NodeOptions): NodeClient {
  const { timeoutMs = 5_000, retries = 2, ratePerSecond = 8, pauseMs = 30_000 } = options
  const url = options.url.replace(/\/+$/, '')
  const limit = openRateLimit(ratePerSecond)
  const headers = {
    'content-type': 'application/json',
    ...(options.apiKey === undefined ? {} : { 'TRON-PRO-API-KEY': options.apiKey }),
  }
  let lastTrouble: Trouble | undefined
  let waitedMs = 0

  async function tryOnce(path: string, init: RequestInit): Promise<Result<unknown>> {
    if (limit.pausedUntilMs() > Date.now()) return troubled('rate_limited', 'resting')
    const waitMs = limit.reserve(Date.now())
    if (waitMs > 0) await sleep(waitMs)
    const startMs = performance.now()
    const { result, retryAfterMs } = await fetchForm(url + path, { ...init, headers }, timeoutMs)
    waitedMs += performance.now() - startMs
    if (!result.ok && result.trouble.kind === 'rate_limited') {
      limit.pauseUntil(Date.now() + Math.min(Math.max(pauseMs, retryAfterMs), maxPauseMs))
    }
    return result
  }

  async function call(path: string, init: RequestInit, tries: number): Promise<Result<unknown>> {
    let result = await tryOnce(path, init)
    for (let tried = 1; tried < tries && !result.ok && isPassing(result.trouble); tried += 1) {
      // Full jitter: clients that failed together must not come back together.
      await sleep(Math.random() * 250 * 2 ** tried)
      result = await tryOnce(path, init)
    }
    lastTrouble = result.ok ? undefined : result.trouble
    return result
  }

  return {
    url,
    post: (path, body, once) =>
      call(path, { method: 'POST', body: JSON.stringify(body) }, once ? 1 : retries + 1),
    get: (path, query) =>
      call(`${path}?${new URLSearchParams(query)}`, { method: 'GET' }, retries + 1),
    state: () => ({ pausedUntilMs: limit.pausedUntilMs(), lastTrouble, waitedMs }),
  }
}

async function fetchForm(
  url: string,
  init: RequestInit,
  timeoutMs: number,
): Promise<{ result: Result<unknown>; retryAfterMs: number }> {
  try {
    const signal = AbortSignal.timeout(timeoutMs)
    const response = await fetch(url, { ...init, redirect: 'manual', signal })
    const text = await readBounded(response)
    const retryAfterMs = 1000 * (Number(response.headers.get('retry-after')) || 0)
    if (text === undefined) return { result: troubled('too_large', 'answer'), retryAfterMs }
    return { result: readForm(response.status, text), retryAfterMs }
  } catch (error) {
    const name = error instanceof Error ? error.name : ''
    const kind = name === 'TimeoutError' || name === 'AbortError' ? 'timeout' : 'unreachable'
    return { result: troubled(kind, reasonOf(error)), retryAfterMs: 0 }
  }
}

/** What the socket said, without the address: it may hold a key in its path. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined
  const code = typeof cause === 'object' && cause !== null && 'code' in cause ? cause.code : ''
  return String(code || (error instanceof Error ? error.name : 'failed'))
}

async function readBounded(response: Response): Promise<string | undefined> {
  const parts: string[] = []
  const decoder = new TextDecoder()
  let bytes = 0
  for await (const part of response.body ?? []) {
    bytes += part.length
    if (bytes > maxAnswerBytes) return undefined
    parts.push(decoder.decode(part, { stream: true }))
  }
  return parts.join('') + decoder.decode()
}
