import { rateE8, units } from '../../../src/domain/money/money.ts'
import { endPayout } from '../../../src/server/payout/end-payout.ts'
import { storePayout } from '../../../src/server/payout/store-payout.ts'
import type { MoneyWorld } from './money-world.ts'

type Attempt = { withdrawal: number; attempt: number; from: string; to: string; txid: string }

/** Stores a signed payout of 38 TRX, which is what a withdrawal of ten dollars pays. */
export async function storeAttempt({ edge: { book } }: MoneyWorld, given: Attempt): Promise<void> {
  const what = { ...given, coin: 'TRX' as const, units: units(38_000_000n) }
  const terms = { rateE8: rateE8(25_000_000n), feeLimitSun: 0n }
  const signed = { signedHex: 'aa', expiresAt: new Date() }
  const refusal = await storePayout(book, { ...what, ...terms, ...signed }, { system: 'payout' })
  if (refusal !== null) throw new Error('the payout is refused')
}

/** Gives up on a stored payout, as if it had expired. */
export async function giveUp({ edge }: MoneyWorld, txid: string): Promise<void> {
  const row = await edge.db
    .selectFrom('payouts')
    .select(['no', 'withdrawal_no', 'attempt', 'txid', 'from_address'])
    .where('txid', '=', txid)
    .executeTakeFirstOrThrow()
  await endPayout(edge.context, row, { state: 'expired', fee: 0n, reason: 'It expired.' })
}
