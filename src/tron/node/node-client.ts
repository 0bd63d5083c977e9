import { nowMs } from '../../clock/clock.ts'
import { pause } from '../../clock/waits.ts'
import { fetchForm } from './fetch-form.ts'
import type { Json } from '../encoding/json.ts'
import { inSpan, SpanKind, traceHeaders } from '../../traces/span.ts'
import { currentCaller } from './node-caller.ts'
import { openRateLimit, type Turn } from './rate-limit.ts'
import { isOurs, isTransient, troubled, type Result, type Trouble } from './trouble.ts'

export type NodeOptions = {
  /** Base URL, such as `https://api.trongrid.io`. */
  url: string
  apiKey?: string
  /** How long a node may send nothing, before or during its answer. */
  timeoutMs?: number
  /** Retries after a transient trouble. Broadcasts are never retried here. */
  retries?: number
  ratePerSecond?: number
  /** How long all calls pause after 429 and the like. `Retry-After` can extend it. */
  pauseMs?: number
}

export type NodeClient = {
  url: string
  /** POST with a JSON body, which every endpoint except the v1 lists accepts. */
  post(path: string, body: Json, once?: 'once'): Promise<Result<unknown>>
  get(path: string, query: Record<string, string>): Promise<Result<unknown>>
}

/** A client that reports how its node is doing. */
export type WatchedClient = NodeClient & {
  state(): {
    /** 0 when not paused. */
    pausedUntilMs: number
    lastTrouble: Trouble | undefined
    waitedMs: number
    /** Calls waiting for their turn. */
    waiting: number
    /** Calls sent since the start, including retries. */
    asked: number
  }
}

const MAX_PAUSE_MS = 600_000

/**
 * A client of one node. It never throws: every failure is a typed trouble. It follows no redirects,
 * limits the size of answers, and spaces its calls. After a rate limit, every call, including those
 * waiting, answers `rate_limited` until the pause is over. `runForWaitingCaller` sets the lane and
 * the abort signal.
 */
export function connectNode(options: NodeOptions): WatchedClient {
  const { retries = 2, ratePerSecond = 8, pauseMs = 30_000 } = options
  const url = options.url.replace(/\/+$/, '')
  const limit = openRateLimit(ratePerSecond)
  const headers = {
    'content-type': 'application/json',
    ...(options.apiKey === undefined ? {} : { 'TRON-PRO-API-KEY': options.apiKey }),
  }
  // Endpoints the node refuses with 403, and until when we don't call them.
  const closedUntil = new Map<string, number>()
  let lastTrouble: Trouble | undefined
  let waitedMs = 0
  let asked = 0

  const attributes = { 'server.address': URL.canParse(url) ? new URL(url).hostname : '' }
  const tryOnce = (path: string, init: RequestInit): Promise<Result<unknown>> =>
    inSpan(`node ${endpointOf(path)}`, { kind: SpanKind.CLIENT, attributes }, async (span) => {
      const result = await ask(path, init)
      if (!result.ok) span?.setAttribute('error.type', result.trouble.kind)
      return result
    })

  async function ask(path: string, init: RequestInit): Promise<Result<unknown>> {
    const endpoint = endpointOf(path)
    if ((closedUntil.get(endpoint) ?? 0) > performance.now()) {
      return troubled('unavailable', 'refused a moment ago', 403)
    }
    const { lane, signal } = currentCaller()
    const turn = await limit.turn(lane, signal)
    if (turn !== 'go') return notSent(turn)
    asked += 1
    const startMs = performance.now()
    const request = { ...init, headers: { ...headers, ...traceHeaders() } }
    const { result, retryAfterMs } = await fetchForm(url + path, request, options, signal)
    waitedMs += performance.now() - startMs
    if (result.ok) return result
    const { kind, status } = result.trouble
    const forMs = Math.min(Math.max(pauseMs, retryAfterMs), MAX_PAUSE_MS)
    if (kind === 'rate_limited') limit.pause(forMs)
    if (kind === 'unavailable' && status === 403) {
      closedUntil.set(endpoint, performance.now() + forMs)
    }
    return result
  }

  async function call(path: string, init: RequestInit, tries: number): Promise<Result<unknown>> {
    let result = await tryOnce(path, init)
    for (let tried = 1; tried < tries && !result.ok && isTransient(result.trouble); tried += 1) {
      // Full jitter, so clients that failed together don't retry together.
      await pause(Math.random() * 250 * 2 ** tried, currentCaller().signal)
      result = await tryOnce(path, init)
    }
    if (result.ok) lastTrouble = undefined
    else if (!isOurs(result.trouble)) lastTrouble = result.trouble
    return result
  }

  return {
    url,
    post: (path, body, once) =>
      call(path, { method: 'POST', body: JSON.stringify(body) }, once ? 1 : retries + 1),
    get: (path, query) =>
      call(`${path}?${new URLSearchParams(query)}`, { method: 'GET' }, retries + 1),
    state() {
      const leftMs = limit.pauseLeftMs()
      const pausedUntilMs = leftMs > 0 ? nowMs() + leftMs : 0
      return { pausedUntilMs, lastTrouble, waitedMs, waiting: limit.waiting(), asked }
    },
  }
}

/** `/wallet/getblock` of a path. The address in `/v1/accounts/…` doesn't make another endpoint. */
const endpointOf = (path: string): string => path.split(/[/?]/, 3).join('/')

function notSent(turn: Exclude<Turn, 'go'>): Result<never> {
  if (turn === 'resting') return troubled('rate_limited', 'resting')
  if (turn === 'crowded') return troubled('crowded', 'too many questions wait')
  return troubled('given_up', 'nobody waits for the answer')
}
