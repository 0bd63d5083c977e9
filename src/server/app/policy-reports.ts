import { nowMs } from '../../clock/clock.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { callerAddress } from '../http/address.ts'
import { byAddress } from '../http/limit-key.ts'
import type { RateLimiter } from '../http/rate-limit.ts'
import { REPORT_PATH } from '../http/security-headers.ts'

// Browsers report policy violations here. Anyone can send anything, so a report must be small, we
// count it by address, and only words that we know reach the log.

const MAX_BYTES = 16 * 1024
const MAX_REPORTS = 5
const EVERY_MS = 60_000
const MAX_LINES_PER_MINUTE = 30

type Report = { directive: string; blocked: string }

/** Accepts reports in the `report-uri` and `report-to` formats. */
export function addPolicyReports(
  app: FastifyInstance,
  { log }: Context,
  limiter: RateLimiter,
): void {
  const spare = makeAllowance()
  app.post(REPORT_PATH, { bodyLimit: MAX_BYTES }, async (request, reply) => {
    await limiter.count('policyReports', byAddress(callerAddress(request.ip)), reply)
    for (const report of readReports(request)) {
      if (spare()) log.warn(report, 'the content security policy blocked part of a page')
    }
    return reply.code(204).send()
  })
}

/** Limits log lines per minute for all senders together, so that strangers can't fill the log. */
function makeAllowance(): () => boolean {
  let window = 0
  let used = 0
  return () => {
    const now = Math.floor(nowMs() / EVERY_MS)
    if (now !== window) [window, used] = [now, 0]
    used++
    return used <= MAX_LINES_PER_MINUTE
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

function readReports({ body }: FastifyRequest): Report[] {
  const given: unknown[] = Array.isArray(body) ? body : [body]
  return given.slice(0, MAX_REPORTS).flatMap((each) => {
    if (!isRecord(each)) return []
    const report = isRecord(each['csp-report']) ? each['csp-report'] : each['body']
    if (!isRecord(report)) return []
    const directive = report['effectiveDirective'] ?? report['effective-directive']
    const blocked = report['blockedURL'] ?? report['blocked-uri']
    return [{ directive: wordOf(directive), blocked: originOf(blocked) }]
  })
}

const wordOf = (value: unknown): string =>
  typeof value === 'string' && /^[a-z-]{1,40}$/.test(value) ? value : 'unknown'

/** The origin of the blocked URL, without the path, which may contain a token. */
function originOf(value: unknown): string {
  if (typeof value !== 'string' || value.length > 2048) return 'unknown'
  if (/^[a-z-]{1,40}$/.test(value)) return value
  const origin = URL.parse(value)?.origin
  return origin === undefined || origin === 'null' || origin.length > 200 ? 'unknown' : origin
}
