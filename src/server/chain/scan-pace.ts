import { nowMs } from '../../clock/clock.ts'
import { isOfSize } from '../../tron/quorum/agree-blocks.ts'
import type { Trouble } from '../../tron/node/trouble.ts'

/** A full block on the main network is about half a megabyte. */
const MAX_BLOCKS = 20

/** How many blocks to request at once: fewer after an answer that was too large or too slow. */
export type ScanPace = {
  blocks(): number
  /** Returns whether a smaller request is worth making right away. */
  fail(trouble: Trouble): boolean
  succeed(): void
}

export function openScanPace(): ScanPace {
  let size = MAX_BLOCKS
  return {
    blocks: () => size,
    fail({ kind }) {
      if (!isOfSize(kind) || size === 1) return false
      size = Math.max(1, Math.floor(size / 2))
      return true
    },
    succeed() {
      size = Math.min(MAX_BLOCKS, size + 1)
    },
  }
}

/** A final head older than this means that the chain, or our view of it, has stopped. */
const STALE_MS = 180_000

export const isStale = (at: Date): boolean => nowMs() - at.getTime() > STALE_MS
