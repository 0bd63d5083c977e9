import type { z } from 'zod'
import type { Endpoint } from './endpoint.ts'
import type { Calls } from './calls.ts'
import type { CallName } from './routes.ts'

// The types of the thin client, `call(name, input)`, and how a call becomes a request. The
// schemas are imported as types alone: a browser that calls the API loads none of them.

type In<T> = T extends z.ZodType ? z.input<T> : never
type Part<N extends CallName, K extends 'params' | 'query' | 'body'> = K extends keyof Calls[N]
  ? undefined extends In<Calls[N][K]>
    ? { [P in K]?: Exclude<In<Calls[N][K]>, undefined> }
    : Record<never, never> extends In<Calls[N][K]>
      ? { [P in K]?: In<Calls[N][K]> }
      : { [P in K]: In<Calls[N][K]> }
  : Record<never, never>

/** What a call takes: `{params, query, body}`, each present only where the call has it. */
export type CallInput<N extends CallName> = Part<N, 'params'> & Part<N, 'query'> & Part<N, 'body'>

/** What a call answers when it succeeds. */
export type CallAnswer<N extends CallName> = z.output<Calls[N]['answer']>

export type CallRequest = { method: string; url: string; body: string | undefined }

/** Any call's input, where its name doesn't matter. */
export type LooseInput = { params?: object; query?: object; body?: unknown }

/** The request that a call makes; the URL begins with `/api/`. */
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
