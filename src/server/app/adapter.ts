import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { calls } from '../../contract/calls.ts'
import type { CallContract, Endpoint } from '../../contract/endpoint.ts'
import { api, type CallName } from '../../contract/routes.ts'
import { BODY_LIMIT_BYTES, FILE_BODY_LIMIT_BYTES } from '../../contract/fields/limits.ts'
import type { Context } from '../context.ts'
import { callerAddress } from '../http/address.ts'
import { whileCallerWaits } from '../http/caller-waits.ts'
import { readKey } from '../http/idempotency-key.ts'
import { withOwnWrites } from './own-writes.ts'
import type { Call, CallServices, Route } from '../http/route.ts'
import { readInput } from '../http/validate.ts'
import { endRequestSpan, runInRequest } from '../traces/request-spans.ts'
import { contextFor, findCaller, nameOf, limitKeyOf, type Caller } from './find-caller.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Who makes the call, as limits and the log name them; null until we know. */
    caller: string | null
  }
}

type Admitted = { readonly address: string; readonly caller: Caller; readonly who: string }

/** Registers one call of the contract: caller, limits, input, handler, answer, in this order. */
export function addRoute(
  app: FastifyInstance,
  context: Context,
  services: CallServices,
  { name, handle, isLate = false }: Route,
): void {
  const { limiter } = services
  const endpoint: Endpoint = api[name]
  const shapes: CallContract = calls[name]
  const admit = async (request: FastifyRequest, reply: FastifyReply): Promise<Admitted> => {
    const address = callerAddress(request.ip)
    const caller = await findCaller(context, { endpoint, isLate }, request).catch(
      async (error: unknown) => {
        // We count callers without a valid token by address, which also limits guessing.
        await limiter.count('general', limitKeyOf({}, address), reply)
        throw error
      },
    )
    const who = nameOf(caller, address)
    request.caller = who
    const counted = limitKeyOf(caller, address)
    if (endpoint.limit) await limiter.count('general', counted, reply)
    if (endpoint.limit && endpoint.limit !== 'general') {
      await limiter.count(endpoint.limit, counted, reply)
    }
    return { address, caller, who }
  }
  const early = new WeakMap<FastifyRequest, Admitted>()
  const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { address, caller, who } = early.get(request) ?? (await admit(request, reply))
    const input = readInput(shapes, request)
    const key = endpoint.money ? readKey(request, who, { name, ...input }) : undefined
    const own = await withOwnWrites(context, request)
    const surroundings = {
      context: contextFor(own, name, endpoint, caller),
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
    const body = await whileCallerWaits(reply.raw, () => handle(call))
    // A handler that sent its own answer returns the reply.
    if (!reply.sent) return reply.code(endpoint.status).send(shapes.answer.parse(body))
    endRequestSpan(request, reply.raw.statusCode)
    return reply
  }
  // Reading a file blocks the process for a while, so only known callers within their limits may.
  const beforeFile = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    early.set(request, await runInRequest(request, () => admit(request, reply)))
  }
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    bodyLimit: endpoint.file ? FILE_BODY_LIMIT_BYTES : BODY_LIMIT_BYTES,
    ...(endpoint.file && { preParsing: beforeFile }),
    handler: (request, reply) => runInRequest(request, () => answer(request, reply)),
  })
}
