import type { Db } from '../../../db/types.ts'
import { readQuarantinedAddresses } from '../../custody/sweep-candidates.ts'
import { readUnexplained } from '../../payout/unexplained/compare-outgoing.ts'
import { readPauses } from '../../pauses/pauses.ts'
import { readQuarantined } from '../../payout/quarantine.ts'

/**
 * Why all or some payouts are paused, and what awaits an operator. Unexplained transfers have no
 * pause of their own while another one keeps the worker from looking at them.
 */
export async function readPayoutStatus(db: Db): Promise<object[]> {
  const parts = await Promise.all([
    readPauses(db),
    readUnexplained(db),
    readQuarantined(db),
    readQuarantinedAddresses(db),
  ])
  return parts.flat()
}

export const jsonLines = (rows: readonly object[]): string =>
  rows.map((row) => JSON.stringify(row)).join('\n')
