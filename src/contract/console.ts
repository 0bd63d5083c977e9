import { z } from 'zod'
import { money, time } from './fields.ts'
import { MemberRow, OperatorWithdrawal } from './operator.ts'
import { Plan } from './member.ts'

// What the console shows beyond the lists of operator.ts: staff, members as a whole, how things go.

const role = z.enum(['support', 'finance', 'admin'])

export const StaffMember = z
  .object({
    username: z.string(),
    role,
    totp_enrolled: z.boolean(),
    created_at: time,
    disabled_at: time.nullable(),
    last_seen_at: time.nullable(),
    sessions: z.number().int(),
  })
  .meta({ id: 'StaffMember' })

export const accessChangeKinds = ['add', 'role', 'reset', 'disable'] as const

export const AccessChange = z
  .object({
    id: z.string(),
    kind: z.enum(accessChangeKinds),
    username: z.string(),
    role: role.nullable(),
    reason: z.string(),
    status: z.enum(['pending', 'approved', 'rejected']),
    requested_by: z.string(),
    requested_at: time,
    decided_by: z.string().nullable(),
    decided_at: time.nullable(),
  })
  .meta({ id: 'AccessChange' })

/**
 * The first password of an added or reset operator is two halves in a row: who asks is shown the
 * first, who approves the second, each once. Null where the change makes no password.
 */
export const RequestedAccessChange = AccessChange.extend({
  first_password_half: z.string().nullable(),
}).meta({ id: 'RequestedAccessChange' })

export const ApprovedAccessChange = AccessChange.extend({
  second_password_half: z.string().nullable(),
}).meta({ id: 'ApprovedAccessChange' })

export const OperatorSession = z
  .object({
    id: z.string(),
    current: z.boolean(),
    device: z.string(),
    address: z.string(),
    signed_in_at: time,
    last_seen_at: time,
    ends_at: time,
  })
  .meta({ id: 'OperatorSession' })

export const MemberNote = z
  .object({ id: z.string(), operator: z.string(), note: z.string(), at: time })
  .meta({ id: 'MemberNote' })

export const MemberPosting = z
  .object({
    id: z.string(),
    journal: z.string(),
    kind: z.string(),
    purpose: z.string(),
    account: z.enum(['wallet', 'withdrawing']),
    amount: money,
    balance_after: money,
    at: time,
  })
  .meta({ id: 'MemberPosting' })

export const MemberNetwork = z
  .object({
    /** From the member's own sponsor up to the house; at most 20. */
    sponsors: z.array(z.object({ id: z.string(), username: z.string() })),
    referrals: z.number().int(),
    seats: z.array(
      z.object({
        profile_id: z.string(),
        plan: z.string(),
        taken_at: time,
        depth: z.number().int(),
        side: z.enum(['left', 'right']).nullable(),
        parent: z.object({ profile_id: z.string(), username: z.string() }).nullable(),
        filled: z.number().int(),
      }),
    ),
  })
  .meta({ id: 'MemberNetwork' })

/** A token that reads what the member reads, and changes nothing. */
export const MemberViewToken = z
  .object({
    token: z.string(),
    ends_at: time,
    member: z.object({ id: z.string(), username: z.string() }),
    operator: z.string(),
  })
  .meta({ id: 'MemberViewToken' })

export const ProfileRow = z
  .object({
    id: z.string(),
    profile_id: z.string(),
    plan: z.string(),
    active: z.boolean(),
    username: z.string(),
    member_id: z.string(),
    catalogue_version: z.string(),
    origin: z.enum(['join', 'upgrade', 'reentry']),
    created_at: time,
    activated_at: time.nullable(),
    parent: z.string().nullable(),
    side: z.enum(['left', 'right']).nullable(),
    depth: z.number().int().nullable(),
  })
  .meta({ id: 'ProfileRow' })

export const payoutStates = ['stored', 'confirmed', 'failed', 'expired'] as const

export const Payout = z
  .object({
    id: z.string(),
    withdrawal: z.string(),
    username: z.string(),
    attempt: z.number().int(),
    asset: z.enum(['TRX', 'USDT']),
    amount: money,
    from_address: z.string(),
    to_address: z.string(),
    transaction_hash: z.string(),
    state: z.enum(payoutStates),
    created_at: time,
    expires_at: time.nullable(),
    broadcasts: z.number().int(),
    broadcast_at: time.nullable(),
    settled_at: time.nullable(),
    network_fee_trx: money.nullable(),
  })
  .meta({ id: 'Payout' })

/** With the bytes that were signed; null for a payout made outside. */
export const PayoutDetail = Payout.extend({
  signed_transaction: z.string().nullable(),
  last_answer: z.string(),
}).meta({ id: 'PayoutDetail' })

export const WithdrawalDetail = OperatorWithdrawal.extend({
  member: MemberRow,
  history: z.object({
    deposited: money,
    withdrawn: money,
    withdrawals_paid: z.number().int(),
    withdrawals_rejected: z.number().int(),
    last_paid_at: time.nullable(),
    address_used_by: z.array(z.string()),
  }),
  payouts: z.array(Payout),
}).meta({ id: 'WithdrawalDetail' })

export const DecidedWithdrawal = z
  .object({
    id: z.string(),
    done: z.boolean(),
    code: z.string().nullable(),
    detail: z.string().nullable(),
    withdrawal: OperatorWithdrawal.nullable(),
  })
  .meta({ id: 'DecidedWithdrawal' })

export const Claim = z
  .object({
    queue: z.string(),
    id: z.string(),
    operator: z.string().nullable(),
    ends_at: time.nullable(),
  })
  .meta({ id: 'Claim' })

const count = z.number().int()

export const Trends = z
  .object({
    days: z.array(
      z.object({
        day: z.iso.date(),
        joins: count,
        activations: count,
        boards: z.array(z.object({ plan: z.string(), completed: count })),
        deposit_fees: money,
        withdrawal_fees: money,
        margin: money,
      }),
    ),
    solvency: z.array(
      z.object({
        at: time,
        owed: money,
        trx: money,
        usdt: money,
        value_usd: money.nullable(),
        ratio: z.string().nullable(),
      }),
    ),
  })
  .meta({ id: 'Trends' })

export const JobState = z
  .object({
    name: z.string(),
    state: z.enum(['ok', 'late', 'resting']),
    last_at: time.nullable(),
    waiting: count,
    oldest_at: time.nullable(),
    detail: z.string(),
  })
  .meta({ id: 'JobState' })

export const Alert = z
  .object({
    name: z.string(),
    text: z.string(),
    unit: z.string(),
    /** On which side of the limit it is an alarm. */
    alarms: z.enum(['above', 'below']),
    enabled: z.boolean(),
    limit: z.string(),
    value: z.string().nullable(),
    crossed_since: time.nullable(),
    mailed_at: time.nullable(),
    checked_at: time.nullable(),
    /** What one admin has asked for; it counts once another one asks for the same. */
    pending: z
      .object({ enabled: z.boolean(), limit: z.string(), by: z.string(), at: time })
      .nullable(),
  })
  .meta({ id: 'Alert' })

export const catalogueDraftStates = [
  'draft',
  'proposed',
  'approved',
  'published',
  'discarded',
] as const

export const CatalogueDraft = z
  .object({
    id: z.string(),
    base_version: z.string(),
    note: z.string(),
    revision: count,
    state: z.enum(catalogueDraftStates),
    /** The rule that the draft breaks, in words; null when it is sound. */
    unsound: z.string().nullable(),
    plans: z.array(Plan),
    created_by: z.string(),
    created_at: time,
    changed_by: z.string(),
    changed_at: time,
    proposed_by: z.string().nullable(),
    proposed_at: time.nullable(),
    starts_at: time.nullable(),
    approved_by: z.string().nullable(),
    approved_at: time.nullable(),
    version: z.string().nullable(),
  })
  .meta({ id: 'CatalogueDraft' })

export const WhatIfAnswer = z.object({
  commands: count,
  /** Commands that the rules accepted in truth and would have refused under the draft. */
  refused: z.array(z.object({ kind: z.string(), code: z.string(), count })),
  paid: z.object({ actual: money, draft: money }),
  margin: z.object({ actual: money, draft: money }),
  owed: z.object({ actual: money, draft: money }),
  boards: z.array(z.object({ plan: z.string(), actual: count, draft: count })),
  /** Custody at the present value against what would be owed; null while TRX has no rate. */
  custody_value: money.nullable(),
  solvent: z.object({ actual: z.boolean().nullable(), draft: z.boolean().nullable() }),
  members_differing: count,
  top: z.array(z.object({ username: z.string(), actual: money, draft: money, difference: money })),
})

export const WhatIf = z
  .object({
    draft: z.string(),
    revision: count,
    state: z.enum(['none', 'running', 'done', 'failed']),
    progress: z.number(),
    failure: z.string().nullable(),
    answer: WhatIfAnswer.nullable(),
  })
  .meta({ id: 'WhatIf' })

export const AuditCheck = z
  .object({
    ok: z.boolean(),
    checked_at: time,
    entries: count,
    /** The first entry whose hash does not follow; null when all do. */
    broken_at: z.string().nullable(),
    head: z.string(),
  })
  .meta({ id: 'AuditCheck' })

export const goLiveItems = [
  'operating_entity',
  'terms',
  'privacy',
  'regions',
  'benefits',
  'disclosure',
  'support_contact',
  'deposit_key_test',
  'backup_restored',
  'two_admins',
  'https',
  'two_nodes',
  'withdrawal_hold',
  'approval_limits',
  'schema_owner',
] as const

export const GoLive = z
  .object({
    real_money: z.boolean(),
    complete: z.boolean(),
    deposits_open: z.boolean(),
    items: z.array(
      z.object({
        name: z.enum(goLiveItems),
        title: z.string(),
        why: z.string(),
        done: z.boolean(),
        /** Recorded by an admin, or seen by the product itself. */
        kind: z.enum(['recorded', 'checked']),
        evidence: z.string().nullable(),
        recorded_by: z.string().nullable(),
        recorded_at: time.nullable(),
        /** What one admin has recorded counts once another one has recorded it too. */
        confirmed_by: z.string().nullable(),
        needs_confirmation: z.boolean(),
        /** Why an item is missing that was recorded: admins of then who are none now. */
        not_counted: z.array(
          z.object({ operator: z.string(), why: z.enum(['disabled', 'not_admin']) }),
        ),
      }),
    ),
  })
  .meta({ id: 'GoLive' })

export const legalTextKinds = ['terms', 'privacy'] as const

export const LegalText = z
  .object({
    kind: z.enum(legalTextKinds),
    version: z.string(),
    body: z.string(),
    published_at: time,
  })
  .meta({ id: 'LegalText' })

export const PublishedText = LegalText.extend({
  id: z.string(),
  published_by: z.string(),
  in_force: z.boolean(),
  accepted_by: count,
}).meta({ id: 'PublishedText' })
