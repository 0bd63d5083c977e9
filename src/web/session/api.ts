import { noAnswerText, ApiError } from '../client/api-error.ts'
import { t } from '@lingui/core/macro'
import { requestTo, type CallAnswer, type CallInput } from '../../contract/call.ts'
import type { Problem } from '../../contract/problem.ts'
import { memberApi, type MemberCallName } from '../../contract/routes.ts'
import { setOnline } from '../client/online.ts'
import { refreshTokens } from './refresh.ts'
import { leaveForLogin } from './leave.ts'
import { readAccessToken } from './tokens.ts'

const TIMEOUT_MS = 10_000
type Options = {
  /** Made once when a form opens, so that a double press or a retry is one request. */
  idempotencyKey?: string
  signal?: AbortSignal
  /** Ends quietly in an error when the session is over, instead of opening the login page. */
  stay?: boolean
}

/** A new Idempotency-Key: 128 random bits. */
export function makeIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

async function send(name: MemberCallName, input: object, options: Options): Promise<Response> {
  const request = requestTo(memberApi[name], input)
  const headers = new Headers({ accept: 'application/json' })
  if (request.body !== undefined) headers.set('content-type', 'application/json')
  if (options.idempotencyKey) headers.set('idempotency-key', options.idempotencyKey)
  const token = memberApi[name].access === 'member' ? readAccessToken() : null
  if (token) headers.set('authorization', `Bearer ${token}`)
  const timeout = AbortSignal.timeout(TIMEOUT_MS)
  const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout
  const init = { method: request.method, headers, signal, body: request.body ?? null }
  try {
    const response = await fetch(request.url, init)
    setOnline(true)
    return response
  } catch (cause) {
    if (options.signal?.aborted) throw cause
    setOnline(false)
    console.error('call failed', { url: request.url, status: 0 })
    throw new ApiError(0, null, noAnswerText())
  }
}

async function renew(refused: string | null): Promise<boolean> {
  try {
    return await refreshTokens(refused)
  } catch {
    throw new ApiError(0, null, noAnswerText())
  }
}

async function readProblem(response: Response): Promise<Problem | null> {
  const type = response.headers.get('content-type') ?? ''
  if (!type.includes('json')) return null
  return (await response.json().catch(() => null)) as Problem | null
}

/**
 * Makes one call of the API. A 401 on a member's call is answered by one refresh of the access
 * token and one repetition; when that does not help, the session ends and the login page opens.
 *
 * @throws ApiError for every answer that is no success, and when no whole answer came within 10 s.
 */
export async function call<N extends MemberCallName>(
  name: N,
  input: CallInput<N>,
  options: Options = {},
): Promise<CallAnswer<N>> {
  const response = await answer(name, input, options)
  return await readWhole(options, async () => (await response.json()) as CallAnswer<N>)
}

/** The same call for its answer as text: lists and statements that come as files. */
export async function callText<N extends MemberCallName>(
  name: N,
  input: CallInput<N>,
  options: Options = {},
): Promise<string> {
  const response = await answer(name, input, options)
  return await readWhole(options, () => response.text())
}

/** An answer that breaks off after its first lines is none: what it would have said is unknown. */
async function readWhole<T>(options: Options, read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (cause) {
    if (options.signal?.aborted) throw cause
    throw new ApiError(0, null, noAnswerText())
  }
}

async function answer(name: MemberCallName, input: object, options: Options): Promise<Response> {
  const used = readAccessToken()
  let response = await send(name, input, options)
  if (response.status === 401 && memberApi[name].access === 'member') {
    if (await renew(used)) response = await send(name, input, options)
    if (response.status === 401 && !options.stay) leaveForLogin()
  }
  if (response.ok) return response
  const problem = await readProblem(response)
  // The specification wants every failed call in the log, with its URL, status and data.
  console.error('call failed', { url: response.url, status: response.status, data: problem })
  const { status } = response
  const otherwise = t`Twofold has answered with an error (${status}). Please try again.`
  throw new ApiError(status, problem, problem?.detail ?? otherwise)
}
