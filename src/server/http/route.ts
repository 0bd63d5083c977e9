import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { CallAnswer } from '../../contract/call.ts'
import type { Calls } from '../../contract/calls.ts'
import type { OperatorRole } from '../../contract/endpoint.ts'
import type { CallName, api } from '../../contract/routes.ts'
import type { Context } from '../context.ts'
import type { RateLimiter } from './rate-limit.ts'
import type { Key } from '../book/submission.ts'

/** The member who makes a call, by the session that the bearer token names. */
export type Member = {
  no: number
  username: string
  session: bigint
  steppedUpAt: Date
  /** The operator who views the product as this member and may change nothing; else null. */
  viewedBy: string | null
}

/** An operator with a living session. */
export type Operator = {
  username: string
  role: OperatorRole
  totpEnrolled: boolean
  /** Signed in with a first password, which somebody else knows or made. */
  mustChangePassword: boolean
  session: bigint
  /** Until when the password or code, entered lately, counts for what needs proof. */
  provedUntil: Date
}

type AccessOf<N extends CallName> = (typeof api)[N]['access']
type CallerOf<N extends CallName> =
  AccessOf<N> extends 'member'
    ? { member: Member }
    : AccessOf<N> extends OperatorRole
      ? { operator: Operator }
      : Record<never, never>

type PartOf<N extends CallName, K extends 'params' | 'query' | 'body'> = K extends keyof Calls[N]
  ? Calls[N][K] extends z.ZodType
    ? { [P in K]: z.output<Calls[N][K]> }
    : Record<never, never>
  : Record<never, never>

/** What runs for all calls of a process. A room adds what it keeps running for its own calls. */
export interface CallServices {
  limiter: RateLimiter
}

/** What a handler is given: valid input, the caller that the contract promises, the context. */
export type Call<N extends CallName> = PartOf<N, 'params'> &
  PartOf<N, 'query'> &
  PartOf<N, 'body'> &
  CallerOf<N> &
  CallServices & {
    context: Context
    name: CallName
    /** The caller's network address, an IPv6 one by its /64. */
    address: string
    /** Idempotency-Key of a call that moves money; undefined when none was sent. */
    key: Key | undefined
    log: FastifyBaseLogger
    request: FastifyRequest
    reply: FastifyReply
  }

/** Answers what the contract promises, or the reply when the answer has been sent already. */
export type Handler<N extends CallName> = (call: Call<N>) => Promise<CallAnswer<N> | FastifyReply>

/** One call of the contract with what answers it. Rooms export arrays of these. */
export type Route = { name: CallName; handle: (call: Call<CallName>) => Promise<unknown> }

export function route<N extends CallName>(name: N, handler: Handler<N>): Route {
  // The adapter gives each handler exactly what the contract says under this very name.
  return { name, handle: handler as unknown as Route['handle'] }
}
