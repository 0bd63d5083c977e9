/**
 * The version of the rules in force. The log records the command that raises it. A changed rule
 * depends on `state.numbers.rules >= n`, so earlier commands keep their meaning.
 */
import type { LedgerEvent } from './ledger/event.ts'
import { refuse, type Refusal } from './ledger/refusal.ts'
import type { State } from './ledger/state.ts'

/** Raises the rules by one version, as far as this code knows the next one. */
export function raiseRules(
  state: State,
  events: LedgerEvent[],
  version: number,
): { readonly refusal: Refusal } | null {
  const isNext = version === state.numbers.rules + 1
  if (!isNext || version > state.newestRules) return refuse({ code: 'amount_out_of_range' })
  state.numbers.rules = version
  events.push({ event: 'rules', version })
  return null
}
