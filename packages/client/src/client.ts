import { ApiError, type Problem } from './api-error.ts'
import { calls } from './calls.ts'
import type { Answer, CallName, ErrorCode, Input } from './types.ts'

export { ApiError, type Problem }
export type { Answer, CallName, ErrorCode, Input }
export { verifyWebhook, WebhookSignatureError, type WebhookEvent } from './verify-webhook.ts'

export type ClientOptions = {
  /** Where the product is, such as `https://members.example.com`. */
  baseUrl: string
  /** The access token, read before each attempt, so that it can be refreshed in between. */
  token?: () => string | undefined | Promise<string | undefined>
  /** Sent with every call. */
  headers?: Record<string, string>
  /** Milliseconds for each attempt. */
  timeoutMs?: number
  /** How often a call is sent again after it failed for a moment. */
  retries?: number
  fetch?: typeof fetch
}

export type CallOptions = {
  /** For calls that move money. Without one, every call gets a key of its own. */
  idempotencyKey?: string
  signal?: AbortSignal
}

export type Result<Name extends CallName> =
  | { ok: true; value: Answer<Name> }
  | { ok: false; error: ApiError<ErrorCode<Name>> }

export type Client = {
  /** @throws ApiError when the call fails */
  call: <Name extends CallName>(
    name: Name,
    input: Input<Name>,
    options?: CallOptions,
  ) => Promise<Answer<Name>>
  /** The same, with the error as a value whose `code` is typed. */
  attempt: <Name extends CallName>(
    name: Name,
    input: Input<Name>,
    options?: CallOptions,
  ) => Promise<Result<Name>>
}

const FIRST_WAIT_MS = 250
const LONGEST_WAIT_MS = 10_000

type Parts = { path?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown }
type Request = { url: string; init: RequestInit; isRepeatable: boolean }

export function createClient(settings: ClientOptions): Client {
  const { retries = 3 } = settings
  const call: Client['call'] = async (name, input, options = {}) => {
    const request = toRequest(settings, name, input as Parts, options)
    for (let attempt = 0; ; attempt += 1) {
      try {
        // The document that the types come from describes exactly this answer.
        return (await send(settings, request, options)) as Answer<typeof name>
      } catch (error) {
        if (attempt >= retries || !mayRepeat(error, request)) throw error
        await wait(waitMs(error, attempt), options.signal)
      }
    }
  }
  const attempt: Client['attempt'] = async (name, input, options) => {
    try {
      return { ok: true, value: await call(name, input, options) }
    } catch (error) {
      if (!isApiError(error)) throw error
      // The contract lists every code that this call can end with.
      return { ok: false, error: error as ApiError<ErrorCode<typeof name>> }
    }
  }
  return { call, attempt }
}

const isApiError = (error: unknown): error is ApiError => error instanceof ApiError

function toRequest(
  { baseUrl }: ClientOptions,
  name: CallName,
  { path = {}, query = {}, body }: Parts,
  { idempotencyKey }: CallOptions,
): Request {
  const [method, template, movesMoney] = calls[name]
  const filled = template.replace(/:(\w+)/g, (_, key: string) =>
    encodeURIComponent(String(path[key])),
  )
  const url = new URL(filled, baseUrl)
  for (const [key, value] of Object.entries(query)) {
    if (value !== undefined) url.searchParams.set(key, String(value))
  }
  const headers: Record<string, string> = { accept: 'application/json' }
  if (movesMoney) headers['idempotency-key'] = idempotencyKey ?? crypto.randomUUID()
  if (body !== undefined) headers['content-type'] = 'application/json'
  const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) }
  return { url: url.href, init, isRepeatable: method === 'GET' || movesMoney }
}

async function send(settings: ClientOptions, request: Request, { signal }: CallOptions) {
  const { token, headers = {}, timeoutMs = 30_000, fetch: send = fetch } = settings
  const bearer = await token?.()
  const timeout = AbortSignal.timeout(timeoutMs)
  const init: RequestInit = {
    ...request.init,
    headers: {
      ...headers,
      ...(request.init.headers as Record<string, string>),
      ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
    },
    signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
  }
  try {
    const response = await send(request.url, init)
    const text = await response.text()
    if (!response.ok) throw toError(response, text)
    return parse(text, response.status)
  } catch (cause) {
    if (cause instanceof ApiError || signal?.aborted) throw cause
    throw new ApiError('no_answer', 'No answer came in time.', { cause })
  }
}

function parse(text: string, status: number): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new ApiError('unreadable_answer', `The answer (${status}) is not JSON.`, {
      status,
      cause,
    })
  }
}

function toError({ status, headers }: Response, text: string): ApiError {
  // Something between us and the product may answer, too: then there is no code.
  const problem = parse(text, status) as Problem
  if (typeof problem?.code !== 'string') {
    return new ApiError('unreadable_answer', `The answer (${status}) has no code.`, { status })
  }
  const seconds = Number(headers.get('retry-after') ?? Number.NaN)
  const retryAfterSeconds = Number.isFinite(seconds) ? seconds : undefined
  return new ApiError(problem.code, problem.detail, { status, problem, retryAfterSeconds })
}

/** Whether another attempt can't do harm: nothing happened, or it would happen only once. */
function mayRepeat(error: unknown, { isRepeatable }: Request): boolean {
  if (!(error instanceof ApiError)) return false
  if (error.code === 'overloaded') return true
  return isRepeatable && (error.status === 503 || error.code === 'no_answer')
}

function waitMs(error: unknown, attempt: number): number {
  const asked = error instanceof ApiError ? (error.retryAfterSeconds ?? 0) * 1000 : 0
  const spread = FIRST_WAIT_MS * 2 ** attempt * (0.5 + Math.random())
  return Math.min(LONGEST_WAIT_MS, Math.max(asked, spread))
}

const wait = (ms: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer)
      reject(signal?.reason instanceof Error ? signal.reason : new Error('aborted'))
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    signal?.addEventListener('abort', stop, { once: true })
  })
