import { quorumOf } from './node-set.ts'
import type { TransactionState } from '../query/transaction-state.ts'
import { fine, troubled, type Result } from '../node/trouble.ts'

type Final = Extract<TransactionState, { state: 'final' }>

/**
 * What several nodes say about a transaction, as one; `results` has one for each that is
 * configured. Final when enough of all tell the same. Absent for certain only when every one says
 * so: one that does not answer may be the one that knows. In between the furthest is shown.
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

/** A node lags or is away: the transaction waits until enough have come so far. */
const almostFinal = ({ blockNumber, reading }: Final): TransactionState => ({
  state: 'in_block',
  blockNumber,
  confirmations: 19,
  reading,
})

/** Internal transactions are left out: most nodes keep none. */
const form = ({ reading, ...state }: Final): string =>
  JSON.stringify({ ...state, ...reading, unattributed: [] }, (_key, value: unknown) =>
    typeof value === 'bigint' ? `${value}n` : value,
  )
