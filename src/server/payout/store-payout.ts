import { z } from 'zod'
import { anyOf } from '../../db/expressions.ts'
import { ASSET_CODES } from '../book/rows/ledger-rows.ts'
import { eventOf } from '../../domain/ledger/event.ts'
import type { Coin, RateE8, Units } from '../../domain/money/money.ts'
import type { RefusalCode } from '../../domain/ledger/refusal.ts'
import { callHook, int8, moment, type BatchHook } from '../book/batch-hook.ts'
import type { Actor, Book } from '../book/book.ts'
import { DoneElsewhere } from '../book/submission.ts'
import { requireFromLog } from '../book/rows/withdrawal-log.ts'
import { emailWithdrawals } from '../withdrawal/email-withdrawals.ts'
import { readOpenBatches, shareFiles } from '../custody/batch-ends.ts'
import { holdOffClaims } from '../claims/claims.ts'
import { isSafeToPay, readInSignerFile, readPayers } from '../withdrawal/safe-to-pay.ts'
import { isHistoryLost } from './payout-pauses.ts'

/** Payouts are paused after lost history: we store none until an operator resumes them. */
export class PayoutsPaused extends Error {
  override name = 'PayoutsPaused'
}

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
}

const StoredPayout = z.object({
  withdrawal: z.int(),
  attempt: z.int(),
  coin: z.enum(['TRX', 'USDT']),
  units: int8,
  from: z.string(),
  to: z.string(),
  txid: z.string(),
  signedHex: z.string().nullable(),
  expiresAt: moment.nullable(),
  feeLimitSun: int8,
  /** Who imported it. Missing if it wasn't imported, or comes from an earlier version. */
  importedBy: z.string().optional(),
  /** The signed file. Missing in the same cases. */
  batch: z.string().optional(),
})

const isFromWorker = ({ importedBy }: z.output<typeof StoredPayout>): boolean =>
  importedBy === undefined

/**
 * Stores signed bytes in the commit that marks the withdrawal sent: never one without the other.
 */
export const storePayouts: BatchHook<z.output<typeof StoredPayout>> = {
  name: 'store-payout',
  input: StoredPayout,
  fits: ({ command, by }, { withdrawal, attempt, coin, units, to, txid, importedBy }) =>
    (importedBy === undefined || ('operator' in by && by.operator === importedBy)) &&
    command.kind === 'send_withdrawal' &&
    command.paidBy === 'us' &&
    command.withdrawal === withdrawal &&
    command.attempt === attempt &&
    command.coin === coin &&
    command.sentUnits === units &&
    command.address === to &&
    command.txid === txid,
  // The signer checked before, but a signed file may be a day old.
  async check(tx, inputs) {
    const numbers = inputs.map(({ withdrawal }) => withdrawal)
    const [filesRest, open, inFile, unclaimable, payers, rows] = await Promise.all([
      // First, so that the others see what it waited for.
      shareFiles(tx),
      readOpenBatches(
        tx,
        inputs.flatMap(({ batch }) => batch ?? []),
      ),
      readInSignerFile(
        tx,
        inputs.filter(isFromWorker).map(({ withdrawal }) => withdrawal),
      ),
      holdOffClaims(tx, numbers),
      readPayers(tx, numbers),
      tx
        .selectFrom('withdrawals')
        .select('no')
        .where('no', '=', anyOf(numbers, 'int'))
        .where(isSafeToPay)
        .execute(),
    ])
    const safe = new Set(rows.map(({ no }) => no))
    return inputs.map(({ withdrawal: no, importedBy, batch }) => {
      const isFileOpen = filesRest && (batch === undefined || open.has(batch)) && !inFile.has(no)
      const payer = payers.get(no)
      const isOurs = unclaimable.has(no) && (payer === undefined || payer === importedBy)
      return isOurs && isFileOpen && safe.has(no)
        ? []
        : new DoneElsewhere(`withdrawal ${no} is no longer due`)
    })
  },
  async write(tx, items, config) {
    const events = items.map(({ outcome }) => eventOf(outcome.effects, 'withdrawal'))
    const rows = items.map(({ input }) => ({
      withdrawal_no: input.withdrawal,
      attempt: input.attempt,
      asset: ASSET_CODES[input.coin],
      units: input.units,
      from_address: input.from,
      to_address: input.to,
      txid: input.txid,
      signed_hex: input.signedHex,
      expires_at: input.expiresAt,
      fee_limit_sun: input.feeLimitSun,
      state: 'stored' as const,
    }))
    const [isLost] = await Promise.all([
      isHistoryLost(tx),
      requireFromLog(tx, events),
      tx.insertInto('payouts').values(rows).execute(),
      emailWithdrawals(tx, config, events),
    ])
    // The signer checked before, but history may have been lost since.
    if (isLost) throw new PayoutsPaused('payouts are paused: history was lost')
  },
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
