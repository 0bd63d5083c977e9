import { text } from '../../contract/texts/texts.ts'
import { formatUsd } from '../../domain/money/money.ts'
import { HOUR_MS } from '../../domain/time/time.ts'
import type { Config } from '../config/config.ts'

const usd = (dollars: number): bigint => BigInt(dollars) * 1_000_000n

/** The most that one operator may move alone: per payout and day, and the same for adjustments. */
const most = { payout: usd(1_000), day: usd(10_000), adjusted: usd(100), adjustedDay: usd(1_000) }
const MIN_HOLD_HOURS = 24

const hostOf = (url: string): string => URL.parse(url)?.hostname ?? url

/** Checklist items that follow from the settings. */
export function checkSettings(config: Config) {
  const { publicUrl, tronApiUrls, withdrawalHoldMs } = config
  const nodes = new Set((tronApiUrls ?? []).map(hostOf)).size
  const alone = {
    payout: config.approvalLimitMicros,
    day: config.approvalDayLimitMicros,
    adjusted: config.adjustmentLimitMicros,
    adjustedDay: config.adjustmentDayLimitMicros,
  }
  const within =
    alone.payout <= most.payout &&
    alone.day <= most.day &&
    alone.adjusted <= most.adjusted &&
    alone.adjustedDay <= most.adjustedDay
  return {
    https: { done: publicUrl.startsWith('https:'), evidence: publicUrl },
    two_nodes: { done: nodes >= 2, evidence: text('evidence_count', { count: nodes }) },
    withdrawal_hold: {
      done: withdrawalHoldMs >= MIN_HOLD_HOURS * HOUR_MS,
      evidence: text('evidence_hold', { hours: withdrawalHoldMs / HOUR_MS }),
    },
    approval_limits: {
      done: within,
      evidence: text('evidence_limits', {
        payout: formatUsd(alone.payout),
        day: formatUsd(alone.day),
        member: formatUsd(alone.adjusted),
        total: formatUsd(alone.adjustedDay),
      }),
    },
  }
}
