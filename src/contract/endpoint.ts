import type { RateLimitName } from './limits.ts'

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'
export type OperatorRole = 'support' | 'finance' | 'admin'
export type Access = 'visitor' | 'member' | OperatorRole

export type Endpoint = {
  method: Method
  /** With its trailing slash; parameters are written `:name`. */
  path: string
  access: Access
  status: 200 | 201
  /** The limit that counts the call beside the general one; null for calls that are not counted. */
  limit: RateLimitName | null
  /** Honours Idempotency-Key. */
  money: boolean
}

type Options = { status?: 201; limit?: RateLimitName | null; money?: true }

/** One line of the route table. */
export function call<A extends Access>(
  methodAndPath: `${Method} /${string}`,
  access: A,
  options: Options = {},
): Endpoint & { access: A } {
  const [method, path] = methodAndPath.split(' ') as [Method, string]
  const money = options.money ?? false
  const limit = options.limit === undefined ? (money ? 'money' : 'general') : options.limit
  return { method, path, access, status: options.status ?? 200, limit, money }
}
