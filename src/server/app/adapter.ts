import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { calls } from '../../contract/calls.ts'
import type { CallContract, Endpoint } from '../../contract/endpoint.ts'
import { api, type CallName } from '../../contract/routes.ts'
import type { Context } from '../context.ts'
import { callerAddress } from '../http/address.ts'
import { whileCallerWaits } from '../http/caller-waits.ts'
import { bearerToken, authenticateMember } from '../auth/caller.ts'
import { readKey } from '../http/idempotency-key.ts'
import { byAddress, byMember, byOperator, type LimitKey } from '../http/limit-key.ts'
import { findOperator } from '../staff/operator-session.ts'
import type { RateLimiter } from '../http/rate-limit.ts'
import type { Call, CallServices, Member, Operator, Route } from '../http/route.ts'
import { reject } from '../../contract/refusals/reject.ts'
import { validate } from '../http/validate.ts'
import { authenticateView, isViewToken } from '../auth/view-token.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Who makes the call, as limits and the log name them; null until we know. */
    caller: string | null
  }
}

type Caller = { member?: Member; operator?: Operator }

/** Registers one call of the contract: caller, limits, input, handler, answer, in this order. */
export function addRoute(
  app: FastifyInstance,
  context: Context,
  services: CallServices,
  { name, handle }: Route,
): void {
  const { limiter } = services
  const endpoint: Endpoint = api[name]
  const shapes: CallContract = calls[name]
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    handler: async (request, reply) => {
      const address = callerAddress(request.ip)
      const caller = await findCaller(context, endpoint, request, address, limiter, reply)
      const who = nameOf(caller, address)
      request.caller = who
      const counted = limitKeyOf(caller, address)
      if (endpoint.limit) await limiter.count('general', counted, reply)
      if (endpoint.limit && endpoint.limit !== 'general') {
        await limiter.count(endpoint.limit, counted, reply)
      }
      const input = readInput(shapes, request)
      const key = endpoint.money ? readKey(request, who, { name, ...input }) : undefined
      const surroundings = {
        context,
        name,
        address,
        key,
        log: request.log,
        ...services,
        request,
        reply,
      }
      // The route's name decides which parts are here, which types can't follow.
      const call = { ...input, ...caller, ...surroundings } as Call<CallName>
      const answer = await whileCallerWaits(reply.raw, () => handle(call))
      // A handler that sent its own answer returns the reply.
      if (reply.sent) return reply
      return reply.code(endpoint.status).send(shapes.answer.parse(answer))
    },
  })
}

async function findCaller(
  context: Context,
  endpoint: Endpoint,
  request: FastifyRequest,
  address: string,
  limiter: RateLimiter,
  reply: FastifyReply,
): Promise<Caller> {
  if (endpoint.access === 'visitor') return {}
  try {
    if (endpoint.access === 'member') {
      const token = bearerToken(request.headers)
      if (isViewToken(token))
        return {
          member: await authenticateView(
            context.db,
            context.config.authSecret,
            token,
            endpoint.method,
          ),
        }
      return { member: await authenticateMember(context.db, context.config.authSecret, token) }
    }
    return { operator: await findOperator(context, endpoint, request) }
  } catch (error) {
    // We count callers without a valid token by address, which also limits guessing.
    await limiter.count('general', byAddress(address), reply)
    throw error
  }
}

const nameOf = ({ member, operator }: Caller, address: string): string => {
  if (member) return `member:${member.no}`
  return operator ? `operator:${operator.username}` : address
}

function limitKeyOf({ member, operator }: Caller, address: string): LimitKey {
  if (member) return byMember(member.no)
  return operator ? byOperator(operator.username) : byAddress(address)
}

function readInput(shapes: CallContract, request: FastifyRequest): Record<string, unknown> {
  const input: Record<string, unknown> = {}
  if (shapes.params) {
    // An impossible id gets the same answer as an unknown one.
    const params = shapes.params.safeParse(request.params)
    if (!params.success) throw reject('not_found')
    input['params'] = params.data
  }
  if (shapes.query) input['query'] = validate(shapes.query, request.query)
  if (shapes.body) input['body'] = validate(shapes.body, request.body)
  return input
}
