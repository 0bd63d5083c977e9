import type { Environment } from './environment.ts'

export type PaymentSettings = {
  /** The most that one deposit request in TRX may be for, because it locks the rate. */
  trxDepositLimitMicros: bigint
  approvalLimitMicros: bigint
  approvalDayLimitMicros: bigint
  /** What one operator may adjust alone in 24 hours, per member and in total. More takes two. */
  adjustmentLimitMicros: bigint
  adjustmentDayLimitMicros: bigint
  withdrawalHoldMs: number
  /** Whether members may request payouts in USDT. */
  usdtPayouts: boolean
  /** The most that a USDT transfer may burn. */
  feeCeilingSun: bigint
  /** Raises an alert when the hot wallet holds more than this. */
  floatLimitMicros: bigint
  /** The house key's file for the payout export command; null for the default. */
  exportKeyFile: string | null
}

/** The limits of deposits, payouts, and adjustments. */
export function paymentSettings(env: Environment): PaymentSettings {
  const holdHours = env.WITHDRAWAL_HOLD_HOURS ?? (env.NODE_ENV === 'production' ? 24 : 0)
  return {
    trxDepositLimitMicros: env.TRX_DEPOSIT_LIMIT_USD,
    approvalLimitMicros: env.APPROVAL_LIMIT_USD,
    approvalDayLimitMicros: env.APPROVAL_DAY_LIMIT_USD,
    adjustmentLimitMicros: env.ADJUSTMENT_LIMIT_USD,
    adjustmentDayLimitMicros: env.ADJUSTMENT_DAY_LIMIT_USD,
    withdrawalHoldMs: holdHours * 3_600_000,
    usdtPayouts: env.USDT_PAYOUTS === 'on',
    feeCeilingSun: BigInt(env.FEE_CEILING_TRX) * 1_000_000n,
    floatLimitMicros: env.FLOAT_LIMIT_USD,
    exportKeyFile: env.EXPORT_KEY_FILE ?? null,
  }
}
