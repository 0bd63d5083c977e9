import type { z } from 'zod'
import type { Endpoint } from './endpoint.ts'
import type { Calls } from './calls.ts'
import type { CallName } from './routes.ts'

// The types of the thin client, `call(name, input)`, and how a call becomes a request. It imports
// only the types of the schemas, so a browser that calls the API loads no schema.

type In<T> = T extends z.ZodType ? z.input<T> : never
type Part<N extends CallName, K extends 'params' | 'query' | 'body'> = K extends keyof Calls[N]
  ? undefined extends In<Calls[N][K]>
    ? { [P in K]?: Exclude<In<Calls[N][K]>, undefined> }
    : Record<never, never> extends In<Calls[N][K]>
      ? { [P in K]?: In<Calls[N][K]> }
      : { [P in K]: In<Calls[N][K]> }
  : Record<never, never>

/** The input of a call: `{params, query, body}`, each present only if the call has it. */
export type CallInput<N extends CallName> = Part<N, 'params'> & Part<N, 'query'> & Part<N, 'body'>

/** The answer of a successful call. */
export type CallAnswer<N extends CallName> = z.output<Calls[N]['answer']>

export type CallRequest = { method: string; url: string; body: string | undefined }

/** Any call's input, for code that doesn't depend on its name. */
export type LooseInput = { params?: object; query?: object; body?: unknown }

/** The request of a call. The URL begins with `/api/`. */
export function requestTo({ method, path }: Endpoint, input: LooseInput): CallRequest {
  const { params = {}, query = {}, body } = input
  const values = new Map<string, unknown>(Object.entries(params))
  const filled = path.replace(/:(\w+)/g, (_, key: string) =>
    encodeURIComponent(String(values.get(key) ?? '')),
  )
  const search = Object.entries(query)
    .filter(([, value]) => value !== undefined && value !== null && value !== '')
    .map(
      ([key, value]) =>
        `${encodeURIComponent(key)}=${encodeURIComponent(String(value).toWellFormed())}`,
    )
  const url = search.length > 0 ? `${filled}?${search.join('&')}` : filled
  return { method, url, body: body === undefined ? undefined : JSON.stringify(body) }
}
