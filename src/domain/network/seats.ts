/** Profiles and their seats: one row of eight integers each, so two rows share a cache line. */
import { planAt, type Plan } from '../money/catalog.ts'
import type { State } from '../ledger/state.ts'

export const OWNER = 0
export const PARENT = 1
export const LEFT = 2
export const RIGHT = 3
/** The owner's next seat on this plan, in a ring: the newest points to the oldest. */
export const NEXT_OWNED = 4
export const DEPTH = 5
/** A more distant ancestor, so any ancestor is found in logarithmic time (002-ledger.sql). */
export const JUMP = 6
/**
 * plan: bits 0–2; active: 3; board filled: 4–6; open depth: 7–12; catalog version: 13–30;
 * imported: 31.
 */
export const PACKED = 7

export const ACTIVE = 1 << 3
export const FILLED_ONE = 1 << 4
const FILLED = 0b111 << 4
const OPEN_DEPTH = 0b111111 << 7
export const VERSION_SHIFT = 13

/** The profile was imported, so nobody paid for it here (import-member.ts). */
export const IMPORTED = 1 << 31

export const MAX_CATALOGS = (1 << 18) - 1

export const ownerOf = (state: State, profile: number): number => state.seats.get(profile, OWNER)

export const planOf = (state: State, profile: number): Plan =>
  planAt(state.seats.get(profile, PACKED) & 0b111)

export const isActive = (state: State, profile: number): boolean =>
  (state.seats.get(profile, PACKED) & ACTIVE) !== 0

export const versionOf = (state: State, profile: number): number =>
  (state.seats.get(profile, PACKED) >>> VERSION_SHIFT) & MAX_CATALOGS

export const isImported = (state: State, profile: number): boolean =>
  (state.seats.get(profile, PACKED) & IMPORTED) !== 0

/** How many of the board's six positions are filled. */
export const filledOf = (state: State, profile: number): number =>
  (state.seats.get(profile, PACKED) & FILLED) >> 4

export const openDepthOf = (state: State, profile: number): number =>
  (state.seats.get(profile, PACKED) & OPEN_DEPTH) >> 7

export const setOpenDepth = (state: State, profile: number, depth: number): void => {
  const packed = state.seats.get(profile, PACKED)
  state.seats.set(profile, PACKED, (packed & ~OPEN_DEPTH) | (depth << 7))
}

/** 0 when a side is empty, else 1 + the smaller of the children's: distance to the nearest gap. */
export function computeOpenDepth(state: State, profile: number): number {
  const left = state.seats.get(profile, LEFT)
  const right = state.seats.get(profile, RIGHT)
  if (left === 0 || right === 0) return 0
  return 1 + Math.min(openDepthOf(state, left), openDepthOf(state, right))
}

/** Adds the next profile, without a seat, and returns its number. */
export function addProfile(
  state: State,
  owner: number,
  plan: Plan,
  version: number,
  imported: boolean,
): number {
  const no = ++state.numbers.profile
  state.seats.set(no, OWNER, owner)
  state.seats.set(no, PACKED, plan | (version << VERSION_SHIFT) | (imported ? IMPORTED : 0))
  return no
}

/** Where a new seat's jump points, given its parent: skew-binary numbers (Myers, 1983). */
export function jumpFrom(state: State, parent: number): number {
  const { seats } = state
  const jump = seats.get(parent, JUMP)
  const further = seats.get(jump, JUMP)
  const near = seats.get(parent, DEPTH) - seats.get(jump, DEPTH)
  const far = seats.get(jump, DEPTH) - seats.get(further, DEPTH)
  return near === far ? further : parent
}
