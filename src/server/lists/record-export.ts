import type { FastifyReply, FastifyRequest } from 'fastify'
import type { CallName } from '../../contract/routes.ts'
import { deviceOf } from '../http/device-name.ts'
import type { Context } from '../context.ts'
import { callerAddress } from '../http/address.ts'
import type { RateLimiter } from '../http/rate-limit.ts'
import type { Downloads } from '../http/files/downloads.ts'
import type { Operator } from '../http/route.ts'
import { reportAccess } from '../email/report-access.ts'
import { audit } from '../audit/audit.ts'

/** From how many rows on an export is large, so that we email staff about it. */
export const LARGE_EXPORT = 1_000

export type Surroundings = {
  name: CallName
  context: Context
  operator: Operator
  limiter: RateLimiter
  downloads: Downloads
  request: FastifyRequest
  reply: FastifyReply
}

/** Enters an export into the audit log, and emails staff about a large one. */
export async function recordExport(
  call: Surroundings,
  object: string,
  isLarge: boolean,
): Promise<void> {
  const { context, operator, request } = call
  const { username } = operator
  const filters = Object.fromEntries(new URLSearchParams(request.url.split('?')[1]))
  const entry = { operator: username, action: 'export list', object, after: filters }
  await context.db.transaction().execute(async (tx) => {
    await audit(tx, [{ ...entry, requestId: request.id }])
    if (!isLarge) return
    const from = { device: deviceOf(request), address: callerAddress(request.ip) }
    const what = `exported ${LARGE_EXPORT} rows or more of ${object}`
    await reportAccess(tx, context.config, username, what, from)
  })
}
