/** A member's seats on one plan, oldest first: a ring of seats with a cursor. */
import type { Plan } from '../money/catalog.ts'
import { BOARD_SIZE } from './board.ts'
import { HOLDING } from './members.ts'
import type { State } from '../ledger/state.ts'
import { filledOf, NEXT_OWNED } from './seats.ts'

const PLAN = 0
/** The newest seat. The ring continues from it to the oldest. */
const NEWEST = 1
/** Every seat before this one has a complete board; 0 when all seats in the ring do. */
const CURSOR = 2
const NEXT = 3

function findHolding({ members, holdings }: State, member: number, plan: Plan): number {
  let row = members.get(member, HOLDING)
  while (row !== 0 && holdings.get(row, PLAN) !== plan) row = holdings.get(row, NEXT)
  return row
}

/** Adds a seat as the member's newest on its plan. Returns whether it is their first there. */
export function addToHolding(state: State, member: number, plan: Plan, seat: number): boolean {
  const { members, holdings, seats } = state
  const row = findHolding(state, member, plan)
  if (row === 0) {
    const added = ++state.numbers.holding
    holdings.set(added, PLAN, plan)
    holdings.set(added, NEWEST, seat)
    holdings.set(added, CURSOR, seat)
    holdings.set(added, NEXT, members.get(member, HOLDING))
    members.set(member, HOLDING, added)
    seats.set(seat, NEXT_OWNED, seat)
    return true
  }
  const newest = holdings.get(row, NEWEST)
  seats.set(seat, NEXT_OWNED, seats.get(newest, NEXT_OWNED))
  seats.set(newest, NEXT_OWNED, seat)
  holdings.set(row, NEWEST, seat)
  if (holdings.get(row, CURSOR) === 0) holdings.set(row, CURSOR, seat)
  return false
}

/**
 * The seat that new placements under a member start from: the oldest with an incomplete board, or
 * the oldest of all when every board is complete. A complete board stays complete, so the cursor
 * only moves forward and this takes constant time.
 */
export function placementSeat(state: State, member: number, plan: Plan): number {
  const { holdings } = state
  const row = requireHolding(state, member, plan)
  const cursor = findCursor(state, row)
  if (cursor !== holdings.get(row, CURSOR)) holdings.set(row, CURSOR, cursor)
  return seatAtCursor(state, row, cursor)
}

/** The same, but it doesn't move the cursor: for a command that may still be refused. */
export function peekPlacementSeat(state: State, member: number, plan: Plan): number {
  const row = requireHolding(state, member, plan)
  return seatAtCursor(state, row, findCursor(state, row))
}

function requireHolding(state: State, member: number, plan: Plan): number {
  const row = findHolding(state, member, plan)
  if (row === 0) throw new Error(`member ${member} holds no seat on plan ${plan}`)
  return row
}

const seatAtCursor = ({ holdings, seats }: State, row: number, cursor: number): number =>
  cursor === 0 ? seats.get(holdings.get(row, NEWEST), NEXT_OWNED) : cursor

function findCursor(state: State, row: number): number {
  const { holdings, seats } = state
  const newest = holdings.get(row, NEWEST)
  let cursor = holdings.get(row, CURSOR)
  while (cursor !== 0 && filledOf(state, cursor) === BOARD_SIZE) {
    cursor = cursor === newest ? 0 : seats.get(cursor, NEXT_OWNED)
  }
  return cursor
}
