import type { ColumnType, Generated } from 'kysely'

// The tables of migrations 060 to 066: what operators decide, note and watch, and what goes live.

type Now = ColumnType<Date, Date | undefined, Date>
type Json = ColumnType<unknown, string, string>

export interface AccessChanges {
  no: Generated<bigint>
  kind: 'add' | 'role' | 'reset' | 'disable'
  username: string
  role: 'support' | 'finance' | 'admin' | null
  reason: string
  requested_by: string
  requested_at: Now
  approved: boolean | null
  decided_by: string | null
  decided_at: Date | null
  sealed_half: Buffer | null
}

export interface OperatorClaims {
  queue: string
  item: bigint
  operator: string
  claimed_at: Now
  ends_at: Date
}

export interface MemberNotes {
  no: Generated<bigint>
  member_no: number
  operator: string
  note: string
  at: Now
}

export interface MemberViews {
  no: Generated<bigint>
  member_no: number
  operator: string
  reason: string
  started_at: Now
  ends_at: Date
  operator_session: bigint | null
}

export interface AuditHead {
  one: Generated<boolean>
  no: bigint
  hash: Buffer
}

export interface SolvencySnapshots {
  at: Date
  owed_micros: bigint
  trx_units: bigint
  usdt_units: bigint
  value_micros: bigint | null
}

export interface Alerts {
  name: string
  enabled: Generated<boolean>
  limit_value: bigint
  value: bigint | null
  crossed_since: Date | null
  mailed_at: Date | null
  checked_at: Date | null
  pending_enabled: boolean | null
  pending_limit: bigint | null
  pending_by: string | null
  pending_at: Date | null
}

export interface CatalogueDrafts {
  no: Generated<bigint>
  base_version: number
  note: string
  plans: Json
  revision: Generated<number>
  state: ColumnType<DraftState, DraftState | undefined, DraftState>
  created_by: string
  created_at: Now
  changed_by: string
  changed_at: Now
  proposed_by: string | null
  proposed_at: Date | null
  starts_at: Date | null
  approved_by: string | null
  approved_at: Date | null
  version: number | null
}

type DraftState = 'draft' | 'proposed' | 'approved' | 'published' | 'discarded'

export interface WhatIfs {
  draft_no: bigint
  revision: number
  until_seq: bigint
  state: 'running' | 'done' | 'failed'
  done_seq: Generated<bigint>
  answer: ColumnType<unknown, string | null, string | null>
  failure: Generated<string>
  started_at: Now
  finished_at: Date | null
}

export interface LegalTexts {
  kind: 'terms' | 'privacy'
  version: number
  body: string
  published_by: string
  published_at: Now
}

export interface TextAcceptances {
  member_no: number
  kind: string
  version: number
  accepted_at: Now
}

export interface GoLiveRecords {
  no: Generated<bigint>
  item: string
  evidence: string
  done: boolean
  recorded_by: string
  recorded_at: Now
}

/** The order of members by what their wallets hold, as it was when it was last asked for. */
export interface LargestWallets {
  place: number
  member_no: number
  taken_at: Now
}

/** What the audit log ended with on each day, as it was mailed. */
export interface AuditHeadsTold {
  day: string
  no: bigint
  hash: Buffer
}

/** For which part of the product a database role was given rights. */
export interface RuntimeRoles {
  role: string
  part: 'web' | 'worker' | 'all'
  since: Now
}

export interface ConsoleTables {
  audit_heads_told: AuditHeadsTold
  runtime_roles: RuntimeRoles
  largest_wallets: LargestWallets
  access_changes: AccessChanges
  operator_claims: OperatorClaims
  member_notes: MemberNotes
  member_views: MemberViews
  audit_head: AuditHead
  solvency_snapshots: SolvencySnapshots
  alerts: Alerts
  catalogue_drafts: CatalogueDrafts
  what_ifs: WhatIfs
  legal_texts: LegalTexts
  text_acceptances: TextAcceptances
  go_live_records: GoLiveRecords
}
