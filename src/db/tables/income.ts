// Written from the migrated database by `npm run schema`.

import type { Generated } from 'kysely'

export interface IncomeTables {
  /**
   * What each member paid in joining fees and in charges (deposit, withdrawal, and network
   * fees, and rounding), and got in rewards. Members without any of these have no row.
   */
  member_results: {
    member_no: number
    first_paid_at: Date | null
    plan: number | null
    paid: bigint
    charges: bigint
    rewards: bigint
  }

  /** What each plan's places cost, and what their fees paid to members. */
  plan_results: {
    plan: number
    places: number
    fees: bigint
    rewards: bigint
  }

  /** The last journal that member_results and plan_results include. */
  income_mark: {
    is_only: Generated<boolean>
    journal_no: bigint
  }

  /** Rewards of each account by day, up to the journal of the mark. */
  reward_days: {
    account_no: bigint
    day: Date
    plan: number
    purpose: number
    amount: bigint
    count: number
  }

  /** The last journal whose rewards are in reward_days. */
  reward_days_mark: {
    is_only: Generated<boolean>
    journal_no: bigint
  }
}
