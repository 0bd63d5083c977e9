import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import type { CallAnswer } from '../../src/contract/call.ts'
import { errorsOf, preRoutingErrors, statusIn } from '../../src/contract/call-errors.ts'
import { calls } from '../../src/contract/calls.ts'
import { Problem } from '../../src/contract/refusals/problem.ts'
import { api, type CallName } from '../../src/contract/routes.ts'

// The API's answers with the contract's types. Every answer that a test gets is checked against the
// contract. A body of another shape, or an error that its call doesn't list, fails that test.

export type Answer<B = unknown> = {
  status: number
  headers: Record<string, string | string[] | number | undefined>
  text: string
  /** The code of a rejection; undefined if the call succeeded. */
  code: string | undefined
  /** The promised body. Throws if the call was rejected. */
  readonly body: B
  /** The whole rejection. Throws if the call succeeded. */
  readonly problem: Problem
}

type Segments<U extends string> = U extends `${infer Head}/${infer Rest}`
  ? Rest extends ''
    ? [Head]
    : [Head, ...Segments<Rest>]
  : [U]
type Filled<P> = P extends [infer Head, ...infer Rest]
  ? [Head extends `:${string}` ? string : Head, ...Filled<Rest>]
  : []
type Lines = {
  [N in CallName]: [(typeof api)[N]['method'], ...Filled<Segments<(typeof api)[N]['path']>>]
}
type NameOf<L extends unknown[]> = {
  [N in CallName]: L extends Lines[N] ? N : never
}[CallName]
type WithoutQuery<U extends string> = U extends `${infer Path}?${string}` ? Path : U
type NameAt<M extends string, U extends string> = U extends string
  ? NameOf<[M, ...Segments<WithoutQuery<U>>]>
  : never

/** The body that the contract promises at a URL; `unknown` for a URL outside the contract. */
export type BodyAt<M extends string, U extends string> = [NameAt<M, U>] extends [never]
  ? unknown
  : CallAnswer<NameAt<M, U>>

export type AnswerAt<M extends string, U extends string> = Answer<BodyAt<M, U>>

const patterns = (Object.keys(api) as CallName[]).map((name) => {
  const { method, path } = api[name]
  const pattern = new RegExp(`^${path.replace(/:\w+/g, '[^/]+').replace(/\/$/, '/?')}$`)
  return { name, method, pattern }
})

/** The call that a request matches; undefined if there is none. */
function callAt(method: string, url: string): CallName | undefined {
  const path = url.split('?')[0] ?? ''
  const asked = method === 'HEAD' ? 'GET' : method
  return patterns.find((each) => each.method === asked && each.pattern.test(path))?.name
}

/** A body with the contract's type. Throws if it has another shape. */
export function bodyOf<N extends CallName>(name: N, body: unknown): CallAnswer<N> {
  const schema: z.ZodType = calls[name].answer
  const { data, error } = schema.safeParse(body)
  if (error) throw new Error(`${name} doesn't answer as documented: ${z.prettifyError(error)}`)
  if (!isDeepStrictEqual(data, body)) {
    throw new Error(`${name} answers more than it documents: ${JSON.stringify(body)}`)
  }
  return data as CallAnswer<N>
}

type Received = Pick<Answer, 'status' | 'headers' | 'text'>

/** Checks an answer against the contract and types it. */
export function readAnswer<M extends string, U extends string>(
  method: M,
  url: U,
  received: Received,
): AnswerAt<M, U>
export function readAnswer(method: string, url: string, received: Received): Answer {
  const { status, headers, text } = received
  const isJson = String(headers['content-type'] ?? '').includes('json')
  const json: unknown = isJson && text !== '' ? JSON.parse(text) : null
  const name = callAt(method, url)
  const problem = status < 400 ? undefined : Problem.safeParse(json).data
  if (name !== undefined && problem) requireListed(name, problem.code, status)
  if (name !== undefined && isJson && text !== '' && status < 400) bodyOf(name, json)
  const what = `${method} ${url}: ${status} ${text.slice(0, 500)}`
  return {
    status,
    headers,
    text,
    code: problem?.code,
    get body() {
      if (problem) throw new Error(`rejected: ${what}`)
      return json
    },
    get problem() {
      if (!problem) throw new Error(`not rejected: ${what}`)
      return problem
    },
  }
}

function requireListed(name: CallName, code: string, status: number): void {
  const listed = errorsOf(name).find((each) => each === code)
  if (listed === undefined && (preRoutingErrors as readonly string[]).includes(code)) return
  if (listed === undefined) throw new Error(`${name} answers ${code}, which it does not list`)
  const expected = statusIn(name, listed)
  if (status !== expected) throw new Error(`${name} answers ${code} with ${status}`)
}

/** One item of a list, from its end if `at` is negative. Throws if there is none. */
export function itemAt<T>(list: readonly T[], at: number): T {
  const found = list.at(at)
  if (found === undefined) throw new Error(`nothing at ${at} of ${JSON.stringify(list)}`)
  return found
}

type Sent = { body?: unknown; headers?: Record<string, string> }

/** Calls a product that runs in its own process. */
export async function fetchAnswer<const M extends string, const U extends string>(
  origin: string,
  method: M,
  url: U,
  { body, headers = {} }: Sent = {},
): Promise<AnswerAt<M, U>> {
  const response = await fetch(`${origin}${url}`, {
    method,
    headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const { status } = response
  const received = { status, headers: Object.fromEntries(response.headers) }
  return readAnswer(method, url, { ...received, text: await response.text() })
}
