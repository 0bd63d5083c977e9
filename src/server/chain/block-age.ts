import type { Db } from '../../db/types.ts'
import type { TronNodes } from '../../tron/quorum/nodes.ts'
import { databaseTime } from '../clock/database-time.ts'

/** One measurement costs one request for a header. */
const EVERY_MS = 60_000

export type BlockAgeParts = {
  db: Db
  tron: Pick<TronNodes, 'head'>
  onBlockAge?: (seconds: number) => void
}

/**
 * Measures the age of each newest block by the database's clock, at most once a minute. It's up to
 * three seconds if the clocks agree. If it's always more, the database's clock is ahead of the
 * chain's, so a rate from before a block could count as one after it.
 */
export function openBlockAge({ db, tron, onBlockAge }: BlockAgeParts): {
  measure(): Promise<void>
} {
  let seen = 0
  let lookedAtMs = -Infinity
  return {
    async measure() {
      if (!onBlockAge || performance.now() - lookedAtMs < EVERY_MS) return
      lookedAtMs = performance.now()
      // The database goes first, so a slow node doesn't look like a clock that is ahead.
      const at = await databaseTime(db)
      const head = await tron.head()
      // A block that we know already only says that the chain is slow.
      if (!head.ok || head.value.number <= seen) return
      seen = head.value.number
      onBlockAge((at.getTime() - head.value.timeMs) / 1_000)
    },
  }
}
