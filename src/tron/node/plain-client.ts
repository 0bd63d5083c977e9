import { setTimeout as sleep } from 'node:timers/promises'
import { fetchForm } from './fetch-form.ts'
import type { NodeClient } from './node-client.ts'
import { openRateLimit } from './rate-limit.ts'
import { isTransient, troubled, type Result } from './trouble.ts'

export type PlainOptions = {
  readonly timeoutMs: number
  readonly maxAnswerBytes: number
  readonly retries: number
  readonly ratePerSecond: number
}

const MIN_WAIT_MS = 1_000
const MAX_WAIT_MS = 30_000

/**
 * A client for programs that run once, without traces and lanes. Like that of the workers, it never
 * throws, follows no redirects, and spaces its calls. Details of troubles begin with the endpoint.
 */
export function openPlainClient(url: string, options: PlainOptions): NodeClient {
  const base = url.replace(/\/+$/, '')
  const limit = openRateLimit(options.ratePerSecond)

  async function ask(path: string, init: RequestInit, tries: number): Promise<Result<unknown>> {
    if ((await limit.turn('worker')) !== 'go') return troubled('crowded', path)
    const { result, retryAfterMs } = await fetchForm(base + path, init, options, undefined)
    if (result.ok) return result
    const { trouble } = result
    if (tries > 0 && (isTransient(trouble) || trouble.kind === 'rate_limited')) {
      await sleep(Math.min(Math.max(retryAfterMs, MIN_WAIT_MS), MAX_WAIT_MS))
      return ask(path, init, tries - 1)
    }
    return { ok: false, trouble: { ...trouble, detail: `${path} ${trouble.detail}`.trim() } }
  }

  const headers = { 'content-type': 'application/json' }
  return {
    url: base,
    post: (path, body, once) => {
      const init = { method: 'POST', headers, body: JSON.stringify(body) }
      return ask(path, init, once ? 0 : options.retries)
    },
    get: (path, query) =>
      ask(`${path}?${new URLSearchParams(query)}`, { headers }, options.retries),
  }
}
