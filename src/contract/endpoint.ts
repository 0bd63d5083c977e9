import type { z } from 'zod'
import type { RateLimitName } from './fields/limits.ts'
import type { AnyCode } from './refusals/refusals.ts'
import type { OperatorRole } from './roles.ts'

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'
type Access = 'visitor' | 'member' | OperatorRole

export type Endpoint = {
  method: Method
  /** With its trailing slash; parameters are written `:name`. */
  path: string
  access: Access
  status: 200 | 201
  /** The limit that counts the call in addition to the general one; null if there is none. */
  limit: RateLimitName | null
  /** Honors Idempotency-Key. */
  money: boolean
  /** Requires a recent step-up from the operator, for changes to money and rights. */
  stepUp: boolean
  /** Accepts a file, so its body may be larger. */
  file: boolean
}

/** A call's description, path, query, body, answer, and own errors. */
export type CallContract = {
  /** A few words in the imperative, for lists of calls. */
  summary: string
  /** The details that a developer who doesn't know the product needs. */
  description: string
  params?: z.ZodObject
  query?: z.ZodObject
  body?: z.ZodType
  answer: z.ZodType
  errors: readonly AnyCode[]
}

type Options = {
  status?: 201
  limit?: RateLimitName | null
  money?: true
  stepUp?: true
  file?: true
}

/** Operators' calls name a role, except signing in and out. */
type AccessTo<P extends string> = P extends `${Method} /api/operator/auth/log${string}`
  ? 'visitor'
  : P extends `${Method} /api/operator/${string}`
    ? OperatorRole
    : 'visitor' | 'member'

type MethodOf<P> = P extends `${infer M extends Method} ${string}` ? M : never
type PathOf<P> = P extends `${Method} ${infer U}` ? U : never
type EndpointAt<P, A> = Omit<Endpoint, 'method' | 'path'> & {
  method: MethodOf<P>
  path: PathOf<P>
  access: A
}

// The annotation lets a bundle leave out the calls it doesn't use.
/* @__NO_SIDE_EFFECTS__ */
export function call<P extends `${Method} /${string}`, A extends AccessTo<P>>(
  methodAndPath: P,
  access: A,
  options: Options = {},
): EndpointAt<P, A> {
  const [method, path] = methodAndPath.split(' ') as [MethodOf<P>, PathOf<P>] // as P promises
  const money = options.money ?? false
  const limit = options.limit === undefined ? (money ? 'money' : 'general') : options.limit
  const { status = 200, stepUp = false, file = false } = options
  return { method, path, access, status, limit, money, stepUp, file }
}
