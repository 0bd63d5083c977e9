/**
 * Which version of the rules holds. The log says from which command on: a rule that changes depends
 * on `state.numbers.rules >= n`, so commands before the raise keep their meaning for good.
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
