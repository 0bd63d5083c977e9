import { t } from '@lingui/core/macro'
import type { CallAnswer, CallInput, CallRequest } from '../../contract/call.ts'
import type { CallName } from '../../contract/routes.ts'
import type { Problem } from '../../contract/refusals/problem.ts'
import { ApiError, noAnswerText } from './api-error.ts'
import { SEEN_HEADER } from '../../contract/fields/seen.ts'
import { takeEarly } from './early.ts'
import { setOnline } from './online.ts'
import { noteSeen, seenHeaders } from './seen.ts'
import { noteServerTime } from './server-clock.ts'

/** A file is long, and a slow network takes a while for it. */
const FILE_TIMEOUT_MS = 120_000

export type CallOptions = {
  /** Created once per intention, so that a double press or a retry is one request. */
  idempotencyKey?: string
  signal?: AbortSignal
  /** Milliseconds to wait for the whole answer. */
  timeoutMs?: number
  /** Sent even while the user leaves the page, if the browser allows that. */
  outlivesPage?: boolean
  /** Gets the headers of a successful answer. */
  onHeaders?: (headers: Headers) => void
  /** Only throws when the session is over, instead of opening the sign-in page. */
  stay?: boolean
}

/**
 * An app's additions to its calls: the caller, and what to do when the server doesn't accept that.
 */
export type Caller<Name extends CallName> = {
  timeoutMs: number
  toRequest: (name: Name, input: object) => CallRequest
  /** Called before each attempt. */
  identify?: (name: Name) => Record<string, string>
  /**
   * Called after each refused attempt, with its headers and the number of those before.
   * @returns whether to send the request again
   */
  recover: (
    error: ApiError,
    name: Name,
    sent: Record<string, string>,
    before: number,
  ) => Promise<boolean>
  /** Called when the answer is still 401, which for most calls means that the session is over. */
  onUnauthorized: (error: ApiError, name: Name) => unknown
}

/**
 * Sends one request.
 * @throws ApiError when no answer came in time
 */
export async function send(
  request: CallRequest,
  identity: Record<string, string>,
  options: CallOptions & { timeoutMs: number },
): Promise<Response> {
  const { idempotencyKey, signal, timeoutMs, outlivesPage = false } = options
  const seen = request.method === 'GET' ? seenHeaders() : {}
  const headers = new Headers({ accept: 'application/json', ...seen, ...identity })
  if (request.body !== undefined) headers.set('content-type', 'application/json')
  if (idempotencyKey) headers.set('idempotency-key', idempotencyKey)
  const timeout = AbortSignal.timeout(timeoutMs)
  const sentAtMs = Date.now()
  try {
    const either = signal ? AbortSignal.any([signal, timeout]) : timeout
    const early = request.method === 'GET' && takeEarly(request.url, headers, either)
    const response = await (early ||
      fetch(request.url, {
        method: request.method,
        headers,
        body: request.body ?? null,
        keepalive: outlivesPage,
        signal: either,
      }))
    setOnline(true)
    noteSeen(response.headers.get(SEEN_HEADER))
    noteServerTime(response.headers, sentAtMs)
    return response
  } catch (cause) {
    if (signal?.aborted) throw cause
    setOnline(false)
    console.error('call failed', { url: request.url, status: 0 })
    throw new ApiError(0, null, noAnswerText())
  }
}

async function toError(response: Response): Promise<ApiError> {
  const { status } = response
  const isJson = (response.headers.get('content-type') ?? '').includes('json')
  // An answer that isn't a problem leaves these fields undefined.
  const problem = isJson ? ((await response.json().catch(() => null)) as Problem | null) : null
  const otherwise = t`Something went wrong (error ${status}). Try again.`
  return new ApiError(status, problem, problem?.detail ?? otherwise)
}

/** An incomplete answer counts as none, because we don't know the rest of it. */
async function readWhole<T>(
  response: Promise<Response>,
  signal: AbortSignal | undefined,
  read: (response: Response) => Promise<T>,
): Promise<T> {
  const whole = await response
  try {
    return await read(whole)
  } catch (cause) {
    if (signal?.aborted) throw cause
    throw new ApiError(0, null, noAnswerText())
  }
}

/** The client of one app: `call` for answers, `callFile` for lists and statements as files. */
export function createCall<Name extends CallName>(caller: Caller<Name>) {
  const answer = async (name: Name, input: object, options: CallOptions): Promise<Response> => {
    const request = caller.toRequest(name, input)
    const attempt = (headers: Record<string, string>) =>
      send(request, headers, { timeoutMs: caller.timeoutMs, ...options })
    let error: ApiError
    for (let before = 0; ; before++) {
      const sent = caller.identify?.(name) ?? {}
      const response = await attempt(sent)
      if (response.ok) {
        options.onHeaders?.(response.headers)
        return response
      }
      error = await toError(response)
      if (!(await caller.recover(error, name, sent, before))) break
    }
    if (error.status === 401 && !options.stay) caller.onUnauthorized(error, name)
    // Every failed call is logged with its URL, status, and data.
    console.error('call failed', { url: request.url, status: error.status, data: error.problem })
    throw error
  }

  return {
    /** @throws ApiError for every unsuccessful answer, and when no complete answer came */
    call: <N extends Name>(
      name: N,
      input: CallInput<N>,
      options: CallOptions = {},
    ): Promise<CallAnswer<N>> =>
      readWhole(
        answer(name, input, options),
        options.signal,
        // Our own server checks its answers against the contract.
        async (response) => (await response.json()) as CallAnswer<N>,
      ),
    /** The same call with its answer as a file, which may take longer. */
    callFile: <N extends Name>(
      name: N,
      input: CallInput<N>,
      options: CallOptions = {},
    ): Promise<Blob> =>
      readWhole(
        answer(name, input, { timeoutMs: FILE_TIMEOUT_MS, ...options }),
        options.signal,
        (response) => response.blob(),
      ),
  }
}
