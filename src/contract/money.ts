import { z } from 'zod'
import { cryptocurrency, money, time } from './fields.ts'

// What a member sees of money on its way in and out.

const status = z.enum(['pending', 'approved', 'rejected'])

export const depositStages = [
  'awaiting_payment',
  'seen',
  'confirming',
  'mismatch',
  'credited',
  'expired',
  'replaced',
] as const

export const Deposit = z
  .object({
    id: z.string(),
    request_id: z.string(),
    amount: money,
    requested_amount: money,
    fee_amount: money,
    total_amount: money,
    crypto_amount: money,
    cryptocurrency,
    rate: money,
    payment_method: z.enum(['TRX (TRC20)', 'USDT (TRC20)']),
    payment_details: z.string(),
    status,
    stage: z.enum(depositStages),
    confirmations: z.number().int(),
    required: z.number().int(),
    wallet_address: z.string(),
    request_date: time,
    expires_at: time,
    processed_date: time.nullable(),
    transaction_hash: z.string().nullable(),
  })
  .meta({ id: 'Deposit' })

export const withdrawalStages = [
  'pending',
  'approved',
  'sent',
  'confirmed',
  'failed',
  'rejected',
  'cancelled',
] as const

export const Withdrawal = z
  .object({
    id: z.string(),
    amount: money,
    fee_amount: money,
    net_amount: money,
    payment_method: z.string(),
    payment_details: z.string(),
    wallet_address: z.string(),
    status,
    stage: z.enum(withdrawalStages),
    revision: z.number().int(),
    hold_until: time.nullable(),
    reason: z.string().nullable(),
    request_date: time,
    processed_date: time.nullable(),
    transaction_hash: z.string().nullable(),
  })
  .meta({ id: 'Withdrawal' })

/** A transfer to the member's address that met no open request. */
export const Unattributed = z
  .object({
    id: z.string(),
    cryptocurrency,
    crypto_amount: money,
    rate: money.nullable(),
    amount: money.nullable(),
    fee_amount: money.nullable(),
    transaction_hash: z.string(),
    received_at: time,
    accepts_itself_at: time.nullable(),
    /** `too_small`: worth less than the least fee and a cent; shown, and never credited. */
    status: z.enum(['waiting', 'accepted', 'too_small']),
    reason: z.string(),
  })
  .meta({ id: 'Unattributed' })

export const WalletInfo = z
  .object({
    success: z.literal(true),
    wallet_address: z.string(),
    qr_code: z.string(),
    payment_uri: z.string(),
  })
  .meta({ id: 'WalletInfo' })

export const LiveRate = z
  .object({
    rate: z.number(),
    asset: z.literal('TRX'),
    currency: z.literal('USD'),
    as_of: time,
    sources: z.array(z.string()),
  })
  .meta({ id: 'LiveRate' })

/** The figures of a payment that does not match its request. */
export const MismatchDisplay = z.object({
  expected: z.string(),
  received: z.string(),
  conversion: z.string(),
  sun_values: z.object({
    expected: z.string(),
    received: z.string(),
    difference: z.string(),
  }),
})
