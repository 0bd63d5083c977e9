import type { CallErrors } from './calls.ts'
import type { operations } from './operations.ts'

// What each call takes and answers, from the OpenAPI document.

export type CallName = keyof CallErrors

type JsonOf<T> = T extends { content: { 'application/json': infer Body } } ? Body : never

/** What a call answers when it succeeds. */
export type Answer<Name extends CallName> = operations[Name]['responses'] extends infer Responses
  ? JsonOf<Responses[keyof Responses & (200 | 201)]>
  : never

type Parameters<Name extends CallName> = operations[Name]['parameters']
type Wanted<T> = Exclude<T, undefined>

type PathOf<Name extends CallName> =
  Parameters<Name> extends { path: infer Path } ? { path: Path } : unknown
type QueryOf<Name extends CallName> =
  Parameters<Name> extends { query: infer Query }
    ? { query: Query }
    : Parameters<Name> extends { query?: infer Query }
      ? { query?: Wanted<Query> }
      : unknown
type BodyOf<Name extends CallName> = operations[Name] extends { requestBody: infer Body }
  ? { body: JsonOf<Body> }
  : operations[Name] extends { requestBody?: infer Body }
    ? { body?: JsonOf<Wanted<Body>> }
    : unknown

/** What a call takes: `path`, `query`, and `body`, each where the call has it. */
export type Input<Name extends CallName> = PathOf<Name> & QueryOf<Name> & BodyOf<Name>

/** Every error code that a call can end with. */
export type ErrorCode<Name extends CallName> = CallErrors[Name] | 'no_answer' | 'unreadable_answer'
