import { nowMs } from '../../clock/clock.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { JobState } from '../../contract/subjects/monitoring.ts'
import type { Db } from '../../db/types.ts'
import { countWaiting, oldestUnsent } from '../email/backlog.ts'
import { pausesInWords } from '../pauses/pauses.ts'

type JobStateAnswer = z.infer<typeof JobState>

type JobRow = {
  name: string
  last_at: Date | null
  waiting: number
  oldest_at: Date | null
  rests: string | null
  late_after: number
}

/**
 * The state of the product's workers, judged by what they wrote to the tables. Every process gets
 * the same answer, wherever the workers run.
 */
export async function readJobStates(db: Db): Promise<JobStateAnswer[]> {
  const { rows } = await sql<JobRow>`
    select 'chain watcher' as name, (select max(checked_at) from chain_cursors) as last_at,
      (select count(*)::int from incoming_transfers) as waiting,
      (select min(recorded_at) from incoming_transfers) as oldest_at, null as rests,
      60 as late_after
    union all select 'rate feed',
      -- A fixed rate asks nobody, and is put in force again in every round.
      greatest((select max(asked_at) from rate_sources), (select max(as_of) from live_rates)),
      0, null,
      (select string_agg(name || ': ' || trouble, '; ') from rate_sources where trouble <> ''), 120
    union all select 'emails', (select max(sent_at) from emails),
      (${countWaiting}),
      (${oldestUnsent}), null, null
    union all select 'payouts', (select max(settled_at) from payouts),
      (select count(*)::int from withdrawals where state in ('approved', 'sent')),
      (select min(requested_at) from withdrawals where state in ('approved', 'sent')),
      ${pausesInWords}, null
    union all select 'custody reconciliation', (select max(checked_at) from address_checks),
      (select count(*)::int from address_checks where state <> 'agrees'), null, null, null
    union all select 'webhooks', (select max(last_at) from (select last_at
        from webhook_deliveries order by event_no desc limit 1000) newest),
      (select count(*)::int from (select from webhook_deliveries d join webhook_endpoints e
        on e.no = d.endpoint_no and e.enabled where d.state = 'pending' limit 10000) counted),
      (select min(d.created_at) from webhook_endpoints e, lateral (
        select created_at from webhook_deliveries where endpoint_no = e.no and state = 'pending'
        order by next_at limit 1) d where e.enabled), null, null
    union all select 'watcher', (select max(checked_at) from alerts), 0, null, null, 180
    union all select 'catalog publication',
      (select max(published_at) from catalogs),
      (select count(*)::int from catalog_drafts where state = 'approved'),
      (select min(starts_at) from catalog_drafts where state = 'approved'), null, null
  `.execute(db)
  return rows.map(({ name, last_at, waiting, oldest_at, rests, late_after: lateAfter }) => ({
    name,
    state: rests ? 'resting' : isLate(last_at, lateAfter) ? 'late' : 'ok',
    last_at: last_at?.toISOString() ?? null,
    waiting,
    oldest_at: oldest_at?.toISOString() ?? null,
    detail: rests ?? '',
  }))
}

/** A time to come is from before the database's clock was set back. */
const isLate = (at: Date | null, seconds: number | null): boolean =>
  seconds !== null && (at === null || Math.abs(nowMs() - at.getTime()) > seconds * 1000)
