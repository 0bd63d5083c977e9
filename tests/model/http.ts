/** Asking a product that may die at any moment, again and again until the answer is one. */
import { until } from '../support/poll.ts'

/** What came over the wire; the model looks at parts of it by name. */
export type Wire = { readonly [name: string]: unknown }
export type Answer = { readonly status: number; readonly body: Wire; readonly headers: Headers }
export type Asked = {
  readonly method: 'GET' | 'POST' | 'PATCH'
  /** Below `/api/`. */
  readonly path: string
  readonly body?: unknown
  readonly headers?: Record<string, string>
}

/** Faults that are bugs whatever happened: a 5xx that names no dependency. */
export type Bugs = string[]

/** How long a product may be away, killed and started again several times, before that is a bug. */
const patienceMs = 60_000

/** One try. Null when the connection broke or nothing came: nobody knows what was done. */
export async function tryOnce(url: string, asked: Asked): Promise<Answer | null> {
  const { method, path, body, headers = {} } = asked
  try {
    const response = await fetch(`${url}/api/${path}`, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      signal: AbortSignal.timeout(15_000),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const json = (await response.json()) as Wire
    return { status: response.status, body: json, headers: response.headers }
  } catch {
    return null
  }
}

/** Whether an answer gives the result of the request. */
function isDefinite({ status, body }: Answer): boolean {
  return status < 500 && body['code'] !== 'idempotency_in_progress'
}

/** Repeats a request, which must be safe to repeat, until it has a definite answer. */
export async function callUntilKnown(url: string, asked: Asked, bugs: Bugs): Promise<Answer> {
  const what = `${asked.method} ${asked.path}`
  const ask = async (): Promise<Answer | null> => {
    const answer = await tryOnce(url, asked)
    if (answer === null || isDefinite(answer)) return answer
    if (answer.status >= 500 && answer.status !== 503) {
      bugs.push(`${what}: ${answer.status} ${JSON.stringify(answer.body)}`)
    }
    return null
  }
  return until(`a definite answer to ${what}`, ask, { deadlineMs: patienceMs, everyMs: 50 })
}

export const text = (wire: Wire, name: string): string => String(wire[name] ?? '')
export const list = (wire: Wire, name: string): Wire[] => (wire[name] ?? []) as Wire[]
export const part = (wire: Wire, name: string): Wire => (wire[name] ?? {}) as Wire
