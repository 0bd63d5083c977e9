import type { CallAnswer, CallInput } from '../../../contract/call.ts'
import type { Problem } from '../../../contract/problem.ts'
import type { CallName } from '../../../contract/routes.ts'
import { toRequest } from '../../../contract/to-request.ts'
import { ApiError } from '../../client/api-error.ts'
import { confirmAgain } from './confirm-again.ts'
import { endSession } from './operator-session.ts'

const TIMEOUT_MS = 15_000
const NO_ANSWER = 'The server cannot be reached. Nothing can be said about this request.'

// Signing in is refused with 401 too, and that ends no session.
const SIGN_IN: readonly CallName[] = ['operatorLogin', 'operatorLogout']

export type CallOptions = {
  /** Made once for one intention, so that a double press or a retry is one request. */
  idempotencyKey?: string
  signal?: AbortSignal
  /** Milliseconds to wait for the answer; checks of the whole ledger take longer than a list. */
  timeoutMs?: number
  /** Sent even while the page is being left, as far as the browser allows. */
  outlivesPage?: boolean
}

/** Sends one request with the operator's cookie. @throws ApiError when no answer came. */
export async function send(
  request: { method: string; url: string; body?: string | undefined },
  { idempotencyKey, signal, timeoutMs = TIMEOUT_MS, outlivesPage = false }: CallOptions = {},
): Promise<Response> {
  const headers = new Headers({ accept: 'application/json' })
  if (request.body !== undefined) headers.set('content-type', 'application/json')
  if (idempotencyKey) headers.set('idempotency-key', idempotencyKey)
  const limit = AbortSignal.timeout(timeoutMs)
  try {
    return await fetch(request.url, {
      method: request.method,
      headers,
      body: request.body ?? null,
      credentials: 'same-origin',
      keepalive: outlivesPage,
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
    })
  } catch (cause) {
    if (signal?.aborted) throw cause
    throw new ApiError(0, null, NO_ANSWER)
  }
}

/** What a refusal says, as an error. */
export async function toError(response: Response): Promise<ApiError> {
  const isJson = (response.headers.get('content-type') ?? '').includes('json')
  const problem = isJson ? ((await response.json().catch(() => null)) as Problem | null) : null
  return new ApiError(response.status, problem, problem?.detail ?? NO_ANSWER)
}

/**
 * Makes one call of the API as the operator who is signed in. When the server wants the password
 * entered again, the operator is asked and the call is made once more; a session that is over
 * opens the sign-in form.
 *
 * @throws ApiError for every answer that is no success
 */
export async function call<N extends CallName>(
  name: N,
  input: CallInput<N>,
  options: CallOptions = {},
): Promise<CallAnswer<N>> {
  const request = toRequest(name, input)
  const response = await send(request, options)
  if (response.ok) return (await response.json()) as CallAnswer<N>
  const error = await toError(response)
  if (error.code === 'step_up_required' && (await confirmAgain())) {
    const again = await send(request, options)
    if (again.ok) return (await again.json()) as CallAnswer<N>
    throw await toError(again)
  }
  if (error.status === 401 && !SIGN_IN.includes(name)) endSession(error.message)
  throw error
}
