import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { OperatorRole } from '../../contract/roles.ts'
import type { CallAnswer } from '../../contract/call.ts'
import type { Calls } from '../../contract/calls.ts'
import type { CallName, api } from '../../contract/routes.ts'
import type { Context } from '../context.ts'
import type { RateLimiter } from './rate-limit.ts'
import type { Key } from '../book/submission.ts'
import type { Authority } from '../authority/authority.ts'

/** The member who makes a call, from the session in the bearer token. */
export type Member = {
  no: number
  username: string
  session: bigint
  /** When the step-up expires, as a time of this process. */
  provedUntil: Date
  /** The operator who views the product as this member and can't change anything; else null. */
  viewedBy: string | null
}

/** An operator with an open session. */
export type Operator = {
  username: string
  role: OperatorRole
  totpEnrolled: boolean
  /** How many passkeys the operator has. One is a second factor, like the authenticator app. */
  passkeys: number
  /** Signed in with a first password, which someone else knows or created. */
  mustChangePassword: boolean
  session: bigint
  /** What lets the operator make the call. */
  authority: Authority
  /** When the step-up expires, for actions that need one. */
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

/** Services shared by all calls of a process. An area adds the ones that only its calls use. */
export interface CallServices {
  limiter: RateLimiter
}

/** What a handler receives: valid input, the caller that the contract promises, the context. */
export type Call<N extends CallName> = PartOf<N, 'params'> &
  PartOf<N, 'query'> &
  PartOf<N, 'body'> &
  CallerOf<N> &
  CallServices & {
    context: Context
    name: CallName
    /** The caller's network address. For IPv6, its /64. */
    address: string
    /** The Idempotency-Key of a call that moves money; undefined without one. */
    key: Key | undefined
    log: FastifyBaseLogger
    request: FastifyRequest
    reply: FastifyReply
  }

/** Returns what the contract promises, or the reply if it has already sent the answer. */
export type Handler<N extends CallName> = (call: Call<N>) => Promise<CallAnswer<N> | FastifyReply>

/** One call of the contract with its handler. Each area exports an array of these. */
export type Route = {
  name: CallName
  /** Whether the ledger writer checks the member's session, together with the command. */
  isLate?: boolean
  handle(call: Call<CallName>): Promise<unknown>
}

// The adapter gives each handler exactly the input that the contract defines for this name. A
// method's parameter may be narrower than its type says, which is what we need here.
export const route = <N extends CallName>(name: N, handle: Handler<N>): Route => ({ name, handle })
