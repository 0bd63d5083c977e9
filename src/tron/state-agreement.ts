import type { TransactionState } from './transaction-state.ts'
import { fine, troubled, type Result } from './trouble.ts'

type Solid = Extract<TransactionState, { state: 'solid' }>

/**
 * What several nodes say about a transaction, as one. Final only when all that answer are final
 * and tell the same; absent only when all say so. In between the furthest one is shown.
 */
export function combineStates(results: Result<TransactionState>[]): Result<TransactionState> {
  const states = results.flatMap((result) => (result.ok ? [result.value] : []))
  const [first] = states
  if (first === undefined) return results[0] ?? troubled('no_node', 'no node')
  const solid = states.filter((state): state is Solid => state.state === 'solid')
  const [final] = solid
  if (final) {
    if (solid.some((other) => form(other) !== form(final))) {
      return troubled('disagreement', 'nodes tell different endings')
    }
    return fine(solid.length === states.length ? final : almostFinal(final))
  }
  const packed = states.find(({ state }) => state === 'in_block')
  const seen = states.find(({ state }) => state === 'seen')
  if (packed ?? seen) return fine(packed ?? seen ?? first)
  const times = states.map((state) => (state.state === 'absent' ? state.solidTimeMs : 0))
  return fine({ state: 'absent', solidTimeMs: Math.min(...times) })
}

/** One node lags: the transaction waits until it too has come so far. */
const almostFinal = ({ blockNumber, reading }: Solid): TransactionState => ({
  state: 'in_block',
  blockNumber,
  confirmations: 19,
  reading,
})

const form = (state: Solid): string =>
  JSON.stringify(state, (_key, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value))
