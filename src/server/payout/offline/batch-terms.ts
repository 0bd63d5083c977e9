import type { Db } from '../../../db/types.ts'
import { rateE8, type RateE8 } from '../../../domain/money/money.ts'
import { BatchRefused } from '../../custody/batch-refused.ts'
import type { SignedBatch } from '../../custody/signed-batch.ts'
import { liveRate } from '../../rate/queries.ts'
import { usdtPriceReason } from '../usdt-pause.ts'

/** The rate of a file of payouts, at which its amounts were approved. */
export function exportRate({ batch, rateE8: rate }: SignedBatch): RateE8 {
  if (rate === null) throw new BatchRefused(`Batch ${batch} has no rate.`)
  return rateE8(rate)
}

/** The file isn't used up: it can be imported once USDT is worth a dollar again. */
export async function refuseClosedUsdt(db: Db, batch: SignedBatch): Promise<void> {
  if (!batch.payouts.some(({ asset }) => asset === 'USDT')) return
  const closed = await usdtPriceReason(db)
  if (closed !== null) throw new BatchRefused(`${closed} Batch ${batch.batch} has USDT payouts.`)
}

/** How far the rate may move between export and import, in percent of the export's rate. */
const MAX_MOVE_PERCENT = 5n

/** We pay members at the current rate. A file may be a day old, but its TRX amounts may not be. */
export async function refuseOldRate(db: Db, batch: SignedBatch, exported: RateE8): Promise<void> {
  if (!batch.payouts.some(({ asset }) => asset === 'TRX')) return
  const live = await liveRate(db)
  if (!live) throw new BatchRefused('There is no current TRX rate.')
  const moved = live.rateE8 > exported ? live.rateE8 - exported : exported - live.rateE8
  if (moved * 100n <= exported * MAX_MOVE_PERCENT) return
  throw new BatchRefused(
    `The TRX rate has moved more than ${MAX_MOVE_PERCENT} % since batch ${batch.batch} was ` +
      `exported. Discard it and export again: npm run payouts -- discard --batch ${batch.batch}`,
  )
}
