// Written from the migrated database by `npm run schema`.

import type { Generated, GeneratedAlways } from 'kysely'

export interface WebhooksTables {
  /** URLs of the company's other systems that get our events. */
  webhook_endpoints: {
    no: GeneratedAlways<number>
    url: string
    description: Generated<string>
    events: string[]
    enabled: Generated<boolean>
    from_seq: bigint
    secret: Buffer
    previous_secret: Buffer | null
    previous_until: Date | null
    created_by: string
    created_at: Generated<Date>
    failing_since: Date | null
    disabled_at: Date | null
    disabled_by: string | null
    failed_at: Date | null
    older_secret: Buffer | null
    older_until: Date | null
  }

  /** How far webhook events follow the command log. */
  webhook_cursor: {
    is_only: Generated<boolean>
    seq: Generated<bigint>
    member_no: Generated<number>
    profile_no: Generated<number>
    event_no: Generated<bigint>
  }

  /** Events that some endpoint gets, as they are sent. */
  webhook_events: {
    no: bigint
    public_id: string
    kind: string
    member_no: number
    body: string
    created_at: Generated<Date>
  }

  /** Which endpoint got which event, or when we try again. */
  webhook_deliveries: {
    endpoint_no: number
    event_no: bigint
    member_no: number
    state: Generated<'pending' | 'delivered' | 'failed'>
    attempts: Generated<number>
    next_at: Date | null
    leased_until: Date | null
    retry_until: Date
    last_at: Date | null
    ended_at: Date | null
    status: number | null
    answer: Generated<string>
    failure: Generated<string>
    created_at: Generated<Date>
  }
}
