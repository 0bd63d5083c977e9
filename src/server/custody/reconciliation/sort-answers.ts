import type { NodeHoldings } from '../../../tron/quorum/node-holdings.ts'

export type SortedAnswers = {
  /** Those whose blocks the watcher has passed. */
  passed: NodeHoldings[]
  /** Those that we leave out. */
  ahead: (NodeHoldings & { block: number; isFar: boolean })[]
}

/** Five minutes. A node whose head is older than three isn't used. */
const FAR_BLOCKS = 100

const blockOf = ({ held }: NodeHoldings): number =>
  held.reduce((last, { toBlock }) => Math.max(last, toBlock), 0)

/**
 * Which nodes' answers to compare, given the block that the watcher has passed. Null to wait: for a
 * node that is a little ahead, unless it's late, and while more than half of the nodes are ahead,
 * because then it's the watcher that is behind.
 */
export function sortAnswers(
  answers: readonly NodeHoldings[],
  cursor: number,
  isLate: boolean,
): SortedAnswers | null {
  const told = answers.filter(({ held }) => held.length > 0)
  const ahead = told
    .map((answer) => ({ answer, block: blockOf(answer) }))
    .filter(({ block }) => block > cursor)
    .map(({ answer, block }) => ({ ...answer, block, isFar: block - cursor > FAR_BLOCKS }))
  if (ahead.length * 2 > told.length) return null
  if (!isLate && ahead.some(({ isFar }) => !isFar)) return null
  return { passed: answers.filter((answer) => blockOf(answer) <= cursor), ahead }
}
