import { quorumOf } from './node-set.ts'
import type { TransactionState } from '../query/transaction-state.ts'
import { fine, troubled, type Result } from '../node/trouble.ts'

type Final = Extract<TransactionState, { state: 'final' }>

/**
 * Combines what all configured nodes report about a transaction. It is final when enough nodes
 * agree, and certainly absent only when no node knows it, because a node that doesn't answer may
 * know it. Otherwise the most advanced state is shown.
 */
export function combineStates(results: Result<TransactionState>[]): Result<TransactionState> {
  const states = results.flatMap((result) => (result.ok ? [result.value] : []))
  const [first] = states
  if (first === undefined) return results[0] ?? troubled('no_node', 'no node')
  const finals = states.filter((state): state is Final => state.state === 'final')
  const [any] = finals
  if (any) {
    const need = quorumOf(results.length)
    const agreed = finals.find(
      (state) => finals.filter((other) => form(other) === form(state)).length >= need,
    )
    if (agreed) return fine(agreed)
    if (finals.some((other) => form(other) !== form(any))) {
      return troubled('disagreement', 'nodes tell different endings')
    }
    return fine(almostFinal(any))
  }
  const packed = states.find(({ state }) => state === 'in_block')
  const seen = states.find(({ state }) => state === 'seen')
  if (packed ?? seen) return fine(packed ?? seen ?? first)
  const times = states.map((state) => (state.state === 'absent' ? state.finalTimeMs : 0))
  const finalTimeMs = states.length === results.length ? Math.min(...times) : 0
  return fine({ state: 'absent', finalTimeMs })
}

/** Some nodes lag or are down: not final until enough of them have it. */
const almostFinal = ({ blockNumber, reading }: Final): TransactionState => ({
  state: 'in_block',
  blockNumber,
  confirmations: 19,
  reading,
})

/** Ignores internal transactions, because most nodes keep none. */
const form = ({ reading, ...state }: Final): string =>
  JSON.stringify({ ...state, ...reading, unattributed: [] }, (_key, value: unknown) =>
    typeof value === 'bigint' ? `${value}n` : value,
  )
