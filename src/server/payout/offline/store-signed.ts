import { PAR_RATE, units, type RateE8 } from '../../../domain/money/money.ts'
import type { SignedPayout } from '../../../tron/signer/payout-file.ts'
import { awaitFiles } from '../../custody/batch-ends.ts'
import type { SignedBatch } from '../../custody/signed-batch.ts'
import { worstOfOrder } from '../../custody/wallet-budget.ts'
import { storePayout } from '../store-payout.ts'
import type { Offline } from './offline-gate.ts'

/** Because a file that changes at the moment keeps a payout out. */
const STORE_TRIES = 5

type Import = { operator: string; /** Whether it is on the chain. */ isOnChain: boolean }

/** Stores one payout of a signed file. Returns why not, or null on success. */
export async function storeSigned(
  { db, book }: Offline,
  payout: SignedPayout,
  batch: Pick<SignedBatch, 'batch' | 'expiresAt'> & { rateE8: RateE8 },
  { operator, isOnChain }: Import,
) {
  const { id, attempt = 0, asset, amount, from, to, txid, signedHex, feeLimitSun } = payout
  const stored = {
    withdrawal: Number(id),
    // The exported attempt: bytes for an earlier attempt are never sent for a later one.
    attempt,
    coin: asset,
    units: units(amount),
    rateE8: asset === 'TRX' ? batch.rateE8 : PAR_RATE,
    from,
    to,
    txid,
    signedHex,
    expiresAt: batch.expiresAt,
    feeLimitSun: asset === 'USDT' ? worstOfOrder(feeLimitSun) : feeLimitSun,
    batch: batch.batch,
    isOnChain,
  }
  for (let tries = 1; ; tries++) {
    const why = await storePayout(book, stored, { operator })
    if (why !== 'not_due' || tries === STORE_TRIES) return why
    await awaitFiles(db)
  }
}
