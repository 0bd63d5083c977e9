// Only a node that keeps internal transactions reports TRX sent by a contract, and we read each
// block once. So we give such a node a moment to catch up before we use blocks that it lacks.

/** A node that lacks more than these isn't about to catch up, even if it delivers new blocks. */
const NEAR_BLOCKS = 3

/** What a node has of a list of agreed blocks. */
export type NodeRead = {
  /** The number of blocks that it has and reports like the majority, from the first on. */
  blocks: number
  /** The number of internal transactions in them. */
  internalEntries: number
}

/** What we know about a node from its blocks so far. */
export type InternalsState = {
  /** Whether it keeps internal transactions; undefined until some node has reported one. */
  keeps: boolean | undefined
  /** The newest block that it has delivered. */
  lastBlock: number
  /**
   * When it first lacked a block that most nodes have, since it last delivered a new one close to
   * the newest.
   */
  behindSinceMs: number | undefined
}

export const newInternals = (): InternalsState => ({
  keeps: undefined,
  lastBlock: -1,
  behindSinceMs: undefined,
})

export type AgreedList = {
  /** The number of the first block. */
  from: number
  count: number
  /** What each node has of the blocks, in the order of the states. */
  reads: readonly (NodeRead | undefined)[]
}

/**
 * Records what each node has, and returns how many of the agreed blocks to use: those that a node
 * with internal transactions has too. We stop waiting for a node that has been far behind, or
 * without a new block, for `waitMs`, until it delivers one close to the newest.
 */
export function countUsable(
  states: readonly InternalsState[],
  list: AgreedList,
  waitMs: number,
  nowMs = performance.now(),
): number {
  recordReads(states, list, nowMs)
  const keepers = [...states.entries()].filter(([, { keeps }]) => keeps)
  const shouldWait = keepers.some(
    ([, { behindSinceMs }]) => behindSinceMs !== undefined && nowMs - behindSinceMs < waitMs,
  )
  if (!shouldWait) return list.count
  return Math.max(...keepers.map(([at]) => list.reads[at]?.blocks ?? 0))
}

function recordReads(
  states: readonly InternalsState[],
  { from, count, reads }: AgreedList,
  nowMs: number,
): void {
  const isAnyKept = reads.some((read) => read !== undefined && read.internalEntries > 0)
  for (const [at, state] of states.entries()) {
    const { blocks, internalEntries } = reads[at] ?? { blocks: 0, internalEntries: 0 }
    // A node that lacks blocks may lack just those with internal transactions.
    if (internalEntries > 0) state.keeps = true
    else if (isAnyKept && blocks === count) state.keeps = false
    const last = from + blocks - 1
    if (blocks > 0 && last >= state.lastBlock) {
      state.lastBlock = last
      if (count - blocks <= NEAR_BLOCKS) state.behindSinceMs = undefined
    }
    if (blocks < count) state.behindSinceMs ??= nowMs
  }
}
