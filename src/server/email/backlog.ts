import { sql } from 'kysely'

// The outbox, as monitoring sees it. None of this reads a long outbox to its end.

/** When the oldest unsent email was queued, as the console's queues show it. Null if none waits. */
export const oldestUnsent = sql`
  select min(created_at) from emails where sent_at is null and failed_at is null`

/**
 * When the email that has waited longest was due, for alerts: an unsent one, or one about a command
 * that nobody has read in the log. Null if none waits.
 */
export const oldestEmail = sql`select least(
  (${oldestUnsent}),
  (select at from commands where seq > (select seq from activation_email_cursor)
    order by seq limit 1))`

/** How many emails wait, up to 10,000. */
export const countWaiting = sql`select count(*)::int from (
  select from emails where sent_at is null and failed_at is null limit 10000) waiting`
