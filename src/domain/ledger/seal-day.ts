import type { CommandOf } from './command.ts'
import type { LedgerEvent } from './event.ts'
import { refuse, type Refusal } from './refusal.ts'
import type { State } from './state.ts'
import { dayOf } from '../time/time.ts'

/** Seals a day's only sheet, on that day. A day without a sheet remains a visible gap. */
export function sealDay(
  state: State,
  events: LedgerEvent[],
  { day, sheet }: CommandOf<'seal_day'>,
  at: number,
): { readonly refusal: Refusal } | null {
  if (day !== dayOf(at) || day <= state.sealedDay) {
    return refuse({ code: 'wrong_state', state: state.sealedDay })
  }
  state.sealedDay = day
  events.push({ event: 'day_sealed', day, sheet })
  return null
}
