import type { FastifyReply, FastifyRequest } from 'fastify'
import type { CallName } from '../../contract/routes.ts'
import { deviceOf } from '../http/device-name.ts'
import type { Context } from '../context.ts'
import { callerAddress } from '../http/address.ts'
import type { RateLimiter } from '../http/rate-limit.ts'
import type { Operator } from '../http/route.ts'
import { reportAccess } from '../email/report-access.ts'
import { audit } from '../audit/audit.ts'

export const CSV_STEP = 1_000

export type Surroundings = {
  name: CallName
  context: Context
  operator: Operator
  limiter: RateLimiter
  request: FastifyRequest
  reply: FastifyReply
}

export async function record(call: Surroundings, object: string, rows: number): Promise<void> {
  const { context, operator, request } = call
  const { username } = operator
  const filters = Object.fromEntries(new URLSearchParams(request.url.split('?')[1]))
  const entry = { operator: username, action: 'export list', object, after: filters }
  await context.db.transaction().execute(async (tx) => {
    await audit(tx, [{ ...entry, requestId: request.id }])
    if (rows < CSV_STEP) return
    const from = { device: deviceOf(request), address: callerAddress(request.ip) }
    const what = `exported ${CSV_STEP} rows or more of ${object}`
    await reportAccess(tx, context.config, username, what, from)
  })
}
