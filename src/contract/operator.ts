import { z } from 'zod'
import { money, time } from './fields.ts'
import { Plan, Profile } from './member.ts'
import { Deposit, Unattributed, Withdrawal } from './money.ts'

// What an operator sees.

export const Operator = z
  .object({
    username: z.string(),
    role: z.enum(['support', 'finance', 'admin']),
    totp_enrolled: z.boolean(),
    /** Signed in with a first password: nothing else opens before it is changed. */
    must_change_password: z.boolean(),
    /** After so long without use the session ends. */
    idle_minutes: z.number().int(),
  })
  .meta({ id: 'Operator' })

const health = z.enum(['ok', 'degraded', 'down'])

export const Overview = z
  .object({
    members: z.object({
      total: z.number().int(),
      verified: z.number().int(),
      suspended: z.number().int(),
    }),
    profiles: z.array(
      z.object({ plan: z.string(), active: z.number().int(), inactive: z.number().int() }),
    ),
    money: z.object({
      owed: money,
      custody: z.array(z.object({ asset: z.string(), amount: money, value_usd: money.nullable() })),
      custody_value_usd: money.nullable(),
      solvent: z.boolean().nullable(),
    }),
    queues: z.object({
      withdrawals_pending: z.number().int(),
      withdrawals_in_flight: z.number().int(),
      unattributed: z.number().int(),
      mails: z.number().int(),
      messages: z.number().int(),
      access_changes: z.number().int(),
      adjustments: z.number().int(),
      /** Since when the oldest of each queue waits. */
      oldest: z.object({
        withdrawal: time.nullable(),
        unattributed: time.nullable(),
        message: time.nullable(),
        mail: time.nullable(),
      }),
    }),
    /** Solidified block: how long ago it was made, in seconds; null before the first. */
    chain_lag_seconds: z.number().int().nullable(),
    mails_failed_today: z.number().int(),
    alerts: z.array(z.object({ name: z.string(), text: z.string(), since: time })),
    health: z.object({ database: health, chain: health, mail: health, rate: health }),
  })
  .meta({ id: 'Overview' })

export const MemberRow = z
  .object({
    id: z.string(),
    username: z.string(),
    email: z.string(),
    is_active: z.boolean(),
    is_verified: z.boolean(),
    sponsor: z.string().nullable(),
    wallet_balance: money,
    date_joined: time,
  })
  .meta({ id: 'MemberRow' })

export const MemberDetail = MemberRow.extend({
  first_name: z.string(),
  last_name: z.string(),
  phone_number: z.string(),
  wallet_address: z.string().nullable(),
  withdrawing: money,
  suspended_at: time.nullable(),
  auto_upgrade: z.boolean(),
  total_referrals: z.number().int(),
  profiles: z.array(Profile),
  deposit_address: z.string().nullable(),
  referral_code: z.string(),
  sponsor_id: z.string().nullable(),
  totp_enabled: z.boolean(),
  hold_until: time.nullable(),
  accepted_texts: z.array(z.object({ kind: z.string(), version: z.string(), at: time })),
}).meta({ id: 'MemberDetail' })

export const withdrawalFlags = [
  'new_address',
  'first_withdrawal',
  'shared_address',
  'velocity',
  'on_hold',
] as const

const claim = z.object({ operator: z.string(), ends_at: time }).nullable()

export const OperatorWithdrawal = Withdrawal.extend({
  username: z.string(),
  member_id: z.string(),
  flags: z.array(z.enum(withdrawalFlags)),
  claim,
  approvals: z.array(z.object({ operator: z.string(), at: time })),
  approvals_needed: z.number().int(),
}).meta({ id: 'OperatorWithdrawal' })

export const OperatorDeposit = Deposit.extend({ username: z.string() }).meta({
  id: 'OperatorDeposit',
})

export const OperatorUnattributed = Unattributed.extend({
  username: z.string().nullable(),
  claim,
}).meta({ id: 'OperatorUnattributed' })

export const Adjustment = z
  .object({
    id: z.string(),
    username: z.string(),
    amount: money,
    reason: z.string(),
    status: z.enum(['pending', 'approved', 'rejected']),
    requested_by: z.string(),
    requested_at: time,
    approved_by: z.string().nullable(),
    approved_at: time.nullable(),
    rejected_by: z.string().nullable(),
    rejected_at: time.nullable(),
    reject_reason: z.string().nullable(),
    /** One operator's own decision, within what one adjusts alone. */
    alone: z.boolean(),
  })
  .meta({ id: 'Adjustment' })

/** What the operator who asks adjusts alone within 24 hours; anything above waits for another. */
export const AdjustmentLimit = z
  .object({
    /** Still left for this member. */
    left: money,
    member_limit: money,
    day_limit: money,
  })
  .meta({ id: 'AdjustmentLimit' })

export const Catalogue = z
  .object({
    version: z.string(),
    in_force: z.boolean(),
    note: z.string(),
    created_by: z.string(),
    created_at: time,
    plans: z.array(Plan),
  })
  .meta({ id: 'Catalogue' })

export const Message = z
  .object({
    id: z.string(),
    name: z.string(),
    email: z.string(),
    subject: z.string(),
    message: z.string(),
    received_at: time,
    answer: z.string().nullable(),
    answered_by: z.string().nullable(),
    answered_at: time.nullable(),
    claim,
  })
  .meta({ id: 'Message' })

export const AuditEntry = z
  .object({
    id: z.string(),
    at: time,
    operator: z.string(),
    action: z.string(),
    object: z.string(),
    before: z.unknown(),
    after: z.unknown(),
    reason: z.string().nullable(),
    hash: z.string(),
  })
  .meta({ id: 'AuditEntry' })

export const Journal = z
  .object({
    id: z.string(),
    kind: z.string(),
    at: time,
    key: z.string().nullable(),
    postings: z.array(
      z.object({ account: z.string(), asset: z.string(), amount: money, balance_after: money }),
    ),
  })
  .meta({ id: 'Journal' })

export const LedgerCheck = z
  .object({
    ok: z.boolean(),
    checked_at: time,
    journals: z.number().int(),
    postings: z.number().int(),
    differences: z.array(z.string()),
  })
  .meta({ id: 'LedgerCheck' })
