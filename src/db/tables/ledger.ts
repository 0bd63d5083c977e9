// Written from the migrated database by `npm run schema`.

import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

export interface LedgerTables {
  /** Every accepted command in order. The whole state follows from these rows. */
  commands: {
    seq: bigint
    at: Date
    kind: string
    by: string
    input: ColumnType<unknown, string, string>
    submission: Generated<string>
  }

  /** The process that leads the ledger. A batch of an earlier epoch is refused. */
  ledger_leader: {
    is_only: Generated<boolean>
    epoch: bigint
    holder_id: string
    address: string | null
    alive_address: string | null
    elected_at: Generated<Date>
  }

  /**
   * Versions of the rules after the first, each written by the command of the log from which
   * on it holds.
   */
  rule_versions: {
    version: number
    raised_at: Date
  }

  /**
   * One row per committed batch. After a lost answer the writer sees here whether it
   * committed.
   */
  batches: {
    first_seq: bigint
    last_seq: bigint
    writer: string
    at: Generated<Date>
    epoch: bigint
    digest: bigint | null
    queued_emails: Generated<boolean>
  }

  /** Each batch locks it, so that one runs at a time. */
  batch_lock: {
    singleton: boolean
  }

  /** The session that locks it leads the ledger. */
  leader_lock: {
    singleton: boolean
  }

  /**
   * Each time this database had lost commands that a writer had acknowledged. Payouts pause
   * until an operator has compared the chain with the ledger.
   */
  history_losses: {
    no: GeneratedAlways<bigint>
    at: Generated<Date>
    known_seq: bigint
    known_batch: string | null
    found_seq: bigint
    process: string
  }

  /** Answers to requests with a key, written in the same commit as the effects of the command. */
  idempotency: {
    scope: string
    key: string
    input_hash: string
    answer: ColumnType<unknown, string, string>
    created_at: Generated<Date>
  }

  /** Published versions of the plan catalog. A profile keeps the version it began with. */
  catalogs: {
    version: number
    published_at: Date
    published_by: string
    plans: ColumnType<unknown, string, string>
  }

  /** What the ledger knows of a member. Names and contact details are in identities. */
  members: {
    no: number
    sponsor_no: number | null
    joined_at: Date
    suspended: Generated<boolean>
    auto_upgrade: Generated<boolean>
    referral_no: ColumnType<number, never, never>
  }

  /** A member's profiles, active or not. */
  profiles: {
    no: number
    member_no: number
    plan: number
    catalog_version: number
    origin: number
    origin_no: number | null
    public_id: string
    created_at: Date
    imported: Generated<boolean>
  }

  /** The placement trees. A seat exists exactly when its profile is active. */
  seats: {
    profile_no: number
    ordinal: number
    plan: number
    parent_no: number | null
    side: number | null
    depth: number
    jump_no: number
    taken_at: Date
  }

  /** Balances and totals of rewards. The trigger on postings keeps them; nothing else may. */
  accounts: {
    no: bigint
    balance: bigint
    rewards: Generated<bigint>
    rewarded: Generated<number>
    asset: number
  }

  /** Journal entries: one per business event. */
  journals: {
    no: bigint
    seq: bigint
    kind: number
    subject: bigint
    at: Date
  }

  /** The lines of journal entries. They add up to zero per journal and asset. */
  postings: {
    journal_no: bigint
    account_no: bigint
    amount: bigint
    balance_after: bigint
    line: number
    asset: number
    purpose: number
  }
}
