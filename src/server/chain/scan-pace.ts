import { isOfSize } from '../../tron/quorum/agree-blocks.ts'
import type { Trouble } from '../../tron/node/trouble.ts'

/** A full block has around half a megabyte on the main network. */
const MOST_BLOCKS = 20

/** How many blocks are asked for at once: fewer after an answer that was too large or too slow. */
export type ScanPace = {
  blocks(): number
  /** Whether a smaller question is worth asking at once. */
  fail(trouble: Trouble): boolean
  succeed(): void
}

export function openScanPace(most = MOST_BLOCKS): ScanPace {
  let size = most
  return {
    blocks: () => size,
    fail({ kind }) {
      if (!isOfSize(kind) || size === 1) return false
      size = Math.max(1, Math.floor(size / 2))
      return true
    },
    succeed() {
      size = Math.min(most, size + 1)
    },
  }
}
