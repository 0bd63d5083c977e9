/** Requests to a web process, as members send them. */
import { SEEN_HEADER } from '../../src/contract/fields/seen.ts'

/** Longer than the eight seconds after which the product gives up. */
const ANSWER_MS = 10_000

type Wire = { readonly [name: string]: unknown }
export type Answer = {
  readonly status: number
  readonly body: Wire
  /** The log position in the answer. */
  readonly seen: string | null
}

export type Sent = { readonly token?: string; readonly key?: string; readonly seen?: string | null }

/** One try. Throws if no answer came. */
export async function ask(
  url: string,
  method: string,
  path: string,
  body?: object,
  { token, key, seen }: Sent = {},
): Promise<Answer> {
  const response = await fetch(`${url}/api/${path}`, {
    method,
    signal: AbortSignal.timeout(ANSWER_MS),
    headers: {
      ...(body && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
      ...(key && { 'idempotency-key': key }),
      ...(seen && { [SEEN_HEADER]: seen }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  const answer = (await response.json()) as Wire
  return { status: response.status, body: answer, seen: response.headers.get(SEEN_HEADER) }
}
