/** The board of a seat: the six positions L, R, LL, LR, RL, RR below it. */
import type { State } from '../ledger/state.ts'
import { FILLED_ONE, filledOf, PACKED } from './seats.ts'

export const BOARD_SIZE = 6

/** Counts one more filled position. Returns whether that completed the board. */
export function fillPosition(state: State, seat: number): boolean {
  state.seats.set(seat, PACKED, state.seats.get(seat, PACKED) + FILLED_ONE)
  return filledOf(state, seat) === BOARD_SIZE
}
