import { quorumOf } from './node-set.ts'
import type { TransactionState } from '../query/transaction-state.ts'
import { withMostInternals, type Reading } from '../transaction/transfers.ts'
import { fine, troubled, type Result } from '../node/trouble.ts'

type Final = Extract<TransactionState, { state: 'final' }>
type Packed = Extract<TransactionState, { reading: Reading }>

/**
 * Combines what all configured nodes report about a transaction. It is final when enough nodes
 * agree, and certainly absent only when no node knows it, because a node that doesn't answer may
 * know it. Otherwise the most advanced state is shown.
 */
export function combineStates(results: Result<TransactionState>[]): Result<TransactionState> {
  const states = results.flatMap((result) => (result.ok ? [result.value] : []))
  const [first] = states
  if (first === undefined) return results[0] ?? troubled('no_node', 'no node')
  const need = quorumOf(results.length)
  const finals = states.filter((state): state is Final => state.state === 'final')
  const [any] = finals
  if (any) {
    const agreed = finals.find(
      (state) => finals.filter((other) => form(other) === form(state)).length >= need,
    )
    if (agreed) return fine(withInternals(agreed, states))
    if (finals.some((other) => form(other) !== form(any))) {
      return troubled('disagreement', 'nodes tell different endings')
    }
  }
  const packed = combinePacked(states, need)
  if (packed) return fine(packed)
  const seen = states.find(({ state }) => state === 'seen')
  if (seen) return fine(seen)
  const times = states.map((state) => (state.state === 'absent' ? state.finalTimeMs : 0))
  const finalTimeMs = states.length === results.length ? Math.min(...times) : 0
  return fine({ state: 'absent', finalTimeMs })
}

/**
 * What enough nodes report about the block, or else what one does. A node that already has it in a
 * final block agrees with one that has the same block, but is behind.
 */
function combinePacked(
  states: readonly TransactionState[],
  need: number,
): TransactionState | undefined {
  const packed = states.filter((state): state is Packed => 'reading' in state)
  const agreed = packed.find((each) => {
    return packed.filter((other) => movedForm(other) === movedForm(each)).length >= need
  })
  const shown = agreed ?? packed.find(({ state }) => state === 'final') ?? packed[0]
  return shown && { ...withInternals(asPacked(shown), packed), agreed: agreed !== undefined }
}

/** Fills in the internal transfers from the nodes that report the same movements in the block. */
function withInternals<T extends Packed>(packed: T, states: readonly TransactionState[]): T {
  const alike = states.filter(
    (each): each is Packed => 'reading' in each && movedForm(each) === movedForm(packed),
  )
  const reading = alike.map((each) => each.reading).reduce(withMostInternals, packed.reading)
  return { ...packed, reading }
}

/** Some nodes lag or are down: not final until enough of them have it. */
function asPacked(packed: Packed): Extract<TransactionState, { state: 'in_block' }> {
  if (packed.state === 'in_block') return packed
  const { blockNumber, reading } = packed
  return { state: 'in_block', blockNumber, confirmations: 19, reading, agreed: false }
}

/** Ignores internal transactions, because most nodes keep none. */
const form = ({ reading, ...state }: Final): string =>
  asText({ ...state, ...reading, unattributed: [] })

const movedForm = ({ blockNumber, reading }: Packed): string =>
  asText({ blockNumber, ...reading, unattributed: [] })

const asText = (value: object): string =>
  JSON.stringify(value, (_key, each: unknown) => (typeof each === 'bigint' ? `${each}n` : each))
