/** Members in the state: sponsor, flags, and the plans on which they have a seat. */
import type { Plan } from '../money/catalog.ts'
import type { State } from '../ledger/state.ts'

export const SPONSOR = 0
/** Links of the splay trees in sponsor-chain.ts. */
export const CHAIN_UP = 1
export const CHAIN_LEFT = 2
export const CHAIN_RIGHT = 3
/** Bits 0–4: plans held. Bits 5–9: plans held anywhere in the splay subtree. Then the flags. */
export const FLAGS = 4
/** First row of the member's holdings; 0 for none. */
export const HOLDING = 5

export const SUSPENDED = 1 << 10
export const MANUAL = 1 << 11

export const sponsorOf = (state: State, member: number): number =>
  state.members.get(member, SPONSOR)

export const holdsPlan = (state: State, member: number, plan: Plan): boolean =>
  (state.members.get(member, FLAGS) & (1 << plan)) !== 0

export const isSuspended = (state: State, member: number): boolean =>
  (state.members.get(member, FLAGS) & SUSPENDED) !== 0

/** Whether the member's new profiles activate automatically when the wallet covers the fee. */
export const upgradesAutomatically = (state: State, member: number): boolean =>
  (state.members.get(member, FLAGS) & MANUAL) === 0

export const memberExists = (state: State, member: number): boolean =>
  Number.isInteger(member) && member >= 1 && member <= state.numbers.member

const setFlag = (state: State, member: number, flag: number, on: boolean): void => {
  const flags = state.members.get(member, FLAGS)
  state.members.set(member, FLAGS, on ? flags | flag : flags & ~flag)
}

export const setSuspended = (state: State, member: number, on: boolean): void =>
  setFlag(state, member, SUSPENDED, on)

export const setAutoUpgrade = (state: State, member: number, on: boolean): void =>
  setFlag(state, member, MANUAL, !on)

/** Adds the next member below a sponsor (0 for the house) and returns their number. */
export function addMember(state: State, sponsor: number): number {
  const no = ++state.numbers.member
  state.members.set(no, SPONSOR, sponsor)
  state.members.set(no, CHAIN_UP, sponsor)
  return no
}
