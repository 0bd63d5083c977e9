import type { Address } from '../../tron/encoding/address.ts'
import type { Environment } from './environment.ts'

export type PublicLogSettings = {
  /** How often the public log signs new entries. */
  logEveryMs: number
  /** The witnesses to whom we send each checkpoint, and their URLs. */
  witnesses: NonNullable<Environment['WITNESSES']>
  /** The address to which the anchor transaction sends the smallest amount. */
  anchorTo: Address | null
  /** Wallets whose coins back what we owe. */
  reserveWallets: readonly Address[]
  /** Who may see the sample of deposit addresses that a block draws each day. */
  reserveSample: 'auditor' | 'public'
}

/** The public log, and what we prove with it. Its keys are with the other secrets. */
export function publicLogSettings(env: Environment): PublicLogSettings {
  return {
    logEveryMs: env.LOG_EVERY_S * 1_000,
    witnesses: env.WITNESSES ?? [],
    anchorTo: env.ANCHOR_TO ?? null,
    reserveWallets: [...new Set(env.RESERVE_WALLETS ?? [])],
    reserveSample: env.RESERVE_SAMPLE,
  }
}
