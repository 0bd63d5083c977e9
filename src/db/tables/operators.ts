// Written from the migrated database by `npm run schema`.

import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

export interface OperatorsTables {
  /** For which part of the product a database role was given rights (src/db/runtime-role.ts). */
  runtime_roles: {
    role: string
    part: 'web' | 'ledger' | 'chain' | 'mail' | 'worker' | 'all'
    since: Generated<Date>
  }

  /** Running processes. Each reports every ten seconds, and removes its row when it stops. */
  processes: {
    id: string
    role: string
    version: string
    schema_version: number
    rules_version: Generated<number>
    host: string
    started_at: Generated<Date>
    seen_at: Generated<Date>
    clock_ahead_ms: Generated<bigint>
  }

  /**
   * The oldest schema version whose processes still work here. Contracting migrations raise
   * it.
   */
  schema_floor: {
    is_only: Generated<boolean>
    version: number
  }

  /** People who work in the console, and their role. */
  operators: {
    username: string
    role: 'support' | 'finance' | 'admin'
    password_hash: string
    must_change_password: Generated<boolean>
    password_set_at: Generated<Date>
    totp_secret: Buffer | null
    totp_confirmed_at: Date | null
    totp_last_step: bigint | null
    totp_failures: Generated<number>
    totp_locked_until: Date | null
    totp_failure_told: Date | null
    created_at: Generated<Date>
    disabled_at: Date | null
  }

  /** Keys with which programs of the staff call the console's API. */
  api_keys: {
    no: GeneratedAlways<number>
    name: string
    role: 'support' | 'finance' | 'admin'
    hash: Buffer
    created_by: string
    created_at: Generated<Date>
    expires_at: Date
    last_used_at: Date | null
    revoked_at: Date | null
    revoked_by: string | null
  }

  /** One row per sign-in of an operator. */
  operator_sessions: {
    no: GeneratedAlways<bigint>
    hash: Buffer
    operator: string
    device: Generated<string>
    address: Generated<string>
    created_at: Generated<Date>
    seen_at: Generated<Date>
    expires_at: Date
    stepped_up_at: Generated<Date>
    ended_at: Date | null
    wrong_codes: Generated<number>
  }

  /** Access requests: one admin asks, another decides. A decision is final. */
  access_changes: {
    no: GeneratedAlways<bigint>
    kind: 'add' | 'role' | 'reset' | 'disable'
    username: string
    role: 'support' | 'finance' | 'admin' | null
    reason: string
    requested_by: string
    requested_at: Generated<Date>
    approved: boolean | null
    decided_by: string | null
    decided_at: Date | null
    sealed_half: Buffer | null
  }

  /** The end of the audit log's chain. Its lock gives writers an order, without gaps. */
  audit_head: {
    one: Generated<boolean>
    no: bigint
    hash: Buffer
  }

  /**
   * Who changed what, with the values before and after. Each row's hash covers the row and the
   * hash before it, so a row that was changed, removed or inserted shows.
   */
  audit_entries: {
    no: GeneratedAlways<bigint>
    at: Generated<Date>
    operator: string
    action: string
    object: string
    before: ColumnType<unknown, string | null, string | null>
    after: ColumnType<unknown, string | null, string | null>
    reason: string | null
    request_id: string | null
    hash: ColumnType<Buffer, never, never>
  }

  /**
   * The end of the audit log on each day, as emailed. Anyone who keeps the email can prove
   * later that the log was rewritten.
   */
  emailed_audit_heads: {
    day: string
    no: bigint
    hash: Buffer
  }

  /** Who is working on an item of a queue. Claims expire, so nobody has to release them. */
  operator_claims: {
    queue: 'withdrawals' | 'unattributed' | 'messages'
    item: bigint
    operator: string
    claimed_at: Generated<Date>
    ends_at: Date
    to_pay: Generated<boolean>
    window_id: string | null
  }

  /** What staff note about a member. */
  member_notes: {
    no: GeneratedAlways<bigint>
    member_no: number
    operator: string
    note: string
    at: Generated<Date>
  }

  /** When staff viewed the product as a member. A view ends with the session that opened it. */
  member_views: {
    no: Generated<bigint>
    member_no: number
    operator: string
    reason: string
    started_at: Generated<Date>
    ends_at: Date
    operator_session: bigint | null
  }

  /**
   * Members by balance, as of a moment ago. An index on balances would slow down every
   * posting; this list is rebuilt when someone asks for it.
   */
  largest_wallets: {
    rank: number
    member_no: number
    taken_at: Generated<Date>
  }

  /**
   * Drafts of the plan catalog: one operator writes, another approves, published on their
   * date.
   */
  catalog_drafts: {
    no: GeneratedAlways<bigint>
    base_version: number
    note: string
    plans: ColumnType<unknown, string, string>
    revision: Generated<number>
    state: Generated<'draft' | 'proposed' | 'approved' | 'published' | 'discarded'>
    created_by: string
    created_at: Generated<Date>
    changed_by: string
    changed_at: Generated<Date>
    proposed_by: string | null
    proposed_at: Date | null
    starts_at: Date | null
    approved_by: string | null
    approved_at: Date | null
    version: number | null
  }

  /** What would have happened under a draft: one simulation per revision. */
  what_ifs: {
    draft_no: bigint
    revision: number
    until_seq: bigint
    state: 'running' | 'done' | 'failed'
    done_seq: Generated<bigint>
    answer: ColumnType<unknown, string | null, string | null>
    failure: Generated<string>
    started_at: Generated<Date>
    finished_at: Date | null
  }

  /** What we owed and held, every ten minutes; after 90 days, one row an hour. */
  solvency_snapshots: {
    at: Date
    owed_micros: bigint
    trx_units: bigint
    usdt_units: bigint
    value_micros: bigint | null
  }

  /** Alerts by email: their limits, and whether they are crossed now. */
  alerts: {
    name: string
    enabled: Generated<boolean>
    limit_value: bigint
    value: bigint | null
    crossed_since: Date | null
    emailed_at: Date | null
    checked_at: Date | null
    pending_enabled: boolean | null
    pending_limit: bigint | null
    pending_by: string | null
    pending_at: Date | null
  }

  /** Evidence for the items of the readiness checklist. The newest row of an item counts. */
  readiness_records: {
    no: GeneratedAlways<bigint>
    item: string
    evidence: string
    done: boolean
    recorded_by: string
    recorded_at: Generated<Date>
  }

  /**
   * How old the newest backup was (seen), and what a restored one held (drill). No problem:
   * success.
   */
  backup_checks: {
    no: GeneratedAlways<bigint>
    at: Generated<Date>
    kind: 'seen' | 'drill'
    backup_at: Date | null
    seq: bigint | null
    batch: string | null
    live_seq: bigint | null
    differences: number | null
    problem: string | null
    took_seconds: number
  }

  /** Operators who got a new password, until the ledger withdraws their approvals. */
  approval_endings: {
    no: GeneratedAlways<number>
    operator: string
    ended_by: string
    request_id: string
    reason: string
    at: Generated<Date>
  }
}
