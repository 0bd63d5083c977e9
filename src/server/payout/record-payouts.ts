import { z } from 'zod'
import { ASSET_CODES } from '../book/rows/ledger-rows.ts'
import { eventOf } from '../../domain/ledger/event.ts'
import { int8, moment, type BatchHook } from '../book/batch-hook.ts'
import { DoneElsewhere } from '../book/submission.ts'
import { requireFromLog } from '../book/rows/withdrawal-log.ts'
import { emailWithdrawals } from '../withdrawal/email-withdrawals.ts'
import { readOpenBatches, shareFiles } from '../custody/batch-ends.ts'
import { holdOffClaims } from '../claims/claims.ts'
import { readExported } from '../custody/exported-payouts.ts'
import { readSent } from '../custody/sent-early.ts'
import { readInSignerFile } from '../withdrawal/in-signer-file.ts'
import { readPayers } from '../withdrawal/payers.ts'
import { readSafeToPay } from '../withdrawal/safe-to-pay.ts'
import { isHistoryLost } from '../pauses/pauses.ts'

/** Payouts are paused after lost history: we store none until an operator resumes them. */
export class PayoutsPaused extends Error {
  override name = 'PayoutsPaused'
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
  /** An earlier version ignores it, and checks the withdrawal as if it weren't paid. */
  isOnChain: z.boolean().optional(),
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
    const early = inputs.filter(({ isOnChain }) => isOnChain === true)
    const [filesRest, open, inFile, unclaimable, payers, exported, sent, safe] = await Promise.all([
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
      readExported(tx, early),
      readSent(
        tx,
        early.map(({ txid }) => txid),
      ),
      readSafeToPay(tx, numbers),
    ])
    return inputs.map((input) => {
      const { withdrawal: no, importedBy, batch, isOnChain, txid } = input
      const isFileOpen = filesRest && (batch === undefined || open.has(batch)) && !inFile.has(no)
      const payer = payers.get(no)
      // Whatever forbids a payment can't undo this one.
      const mayPay =
        isOnChain === true
          ? exported.has(input) && sent.has(txid)
          : safe.has(no) && (payer === undefined || payer === importedBy)
      return unclaimable.has(no) && isFileOpen && mayPay
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
    if (isLost && items.some(({ input }) => input.isOnChain !== true)) {
      throw new PayoutsPaused('payouts are paused: history was lost')
    }
  },
}
