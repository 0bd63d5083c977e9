import type { NodeHealth } from '../../tron/quorum/node-set.ts'
import type { Context } from '../context.ts'
import { HOUR_MS } from '../../domain/time/time.ts'

const ALERT_AT = 0.8
/** A node that restarts is back sooner. */
const LOST_AFTER_MS = 30_000

/**
 * Reports once when a node can't be used or can be again, and when it keeps no internal
 * transactions. Reports once a day when this process has used most of a node provider's daily
 * quota.
 */
export function openNodeWatch({ config, tron, log }: Pick<Context, 'config' | 'tron' | 'log'>) {
  const lacking = new Set<string>()
  const counts = new Map<string, { atMs: number; asked: number }[]>()
  const alertedMs = new Map<string, number>()

  const lost = new Map<number, { sinceMs: number; isReported: boolean }>()

  function followUse(at: number, { host, isUsable, trouble }: NodeHealth, presentMs: number): void {
    const before = lost.get(at)
    if (isUsable || trouble === undefined) {
      if (before?.isReported) log.info({ node: host }, 'a node can be used again')
      lost.delete(at)
      return
    }
    const { sinceMs, isReported } = before ?? { sinceMs: presentMs, isReported: false }
    const isLost = presentMs - sinceMs >= LOST_AFTER_MS
    if (isLost && !isReported) log.warn({ node: host, ...trouble }, 'a node cannot be used')
    lost.set(at, { sinceMs, isReported: isLost })
  }

  function countDay(host: string, asked: number, presentMs: number): number {
    const marks = counts.get(host) ?? [{ atMs: presentMs, asked: 0 }]
    counts.set(host, marks)
    if (presentMs - (marks.at(-1)?.atMs ?? 0) >= HOUR_MS) marks.push({ atMs: presentMs, asked })
    while (marks.length > 1 && presentMs - (marks[1]?.atMs ?? presentMs) > 24 * HOUR_MS)
      marks.shift()
    return asked - (marks[0]?.asked ?? 0)
  }

  return {
    look(presentMs = performance.now()): void {
      for (const [at, health] of tron.health().entries()) {
        const { host, asked, lacksInternals } = health
        followUse(at, health, presentMs)
        if (lacksInternals && !lacking.has(host)) {
          log.warn({ node: host }, 'a node keeps no internal transactions')
          lacking.add(host)
        }
        const today = countDay(host, asked, presentMs)
        const quota = config.tronDailyRequests
        if (quota === null || today < quota * ALERT_AT) continue
        if (presentMs - (alertedMs.get(host) ?? -Infinity) < 24 * HOUR_MS) continue
        alertedMs.set(host, presentMs)
        log.error({ node: host, today, quota }, 'most of a node’s daily requests are used')
      }
    },
  }
}
