import type { Coin, RateE8, Units } from '../../domain/money/money.ts'
import type { RefusalCode } from '../../domain/ledger/refusal.ts'
import { callHook } from '../book/batch-hook.ts'
import type { Actor, Book } from '../book/book.ts'
import { DoneElsewhere } from '../book/submission.ts'
import { storePayouts } from './record-payouts.ts'

/** A transaction that pays a withdrawal: ours to send, or, without bytes, sent by someone else. */
export type NewPayout = {
  withdrawal: number
  attempt: number
  coin: Coin
  units: Units
  rateE8: RateE8
  from: string
  to: string
  txid: string
  signedHex: string | null
  expiresAt: Date | null
  /**
   * The most that the transaction may burn. We reserve it in the wallet until the payout is
   * settled.
   */
  feeLimitSun: bigint
  /** The signed file that it comes from. */
  batch?: string
  /** Whether our record of the chain has it, so that nothing is left to be sent. */
  isOnChain?: boolean
}

/** Stores a payout and marks its withdrawal sent. Returns why not, or null on success. */
export async function storePayout(
  book: Book,
  payout: NewPayout,
  by: Actor,
): Promise<RefusalCode | 'not_due' | null> {
  const { withdrawal, attempt, to: address, coin, units: sentUnits, rateE8, txid } = payout
  const what = { withdrawal, attempt, address, coin, sentUnits, rateE8, txid }
  try {
    const result = await book.submit({
      command: { kind: 'send_withdrawal', paidBy: 'us', ...what },
      by,
      hook: callHook(storePayouts, {
        ...payout,
        ...('operator' in by ? { importedBy: by.operator } : {}),
      }),
    })
    return result.accepted ? null : result.refusal.code
  } catch (error) {
    if (error instanceof DoneElsewhere) return 'not_due'
    throw error
  }
}
