import { expect, test } from 'vitest'
import { PLAN_MARGIN } from '../../src/domain/ledger/account.ts'
import { apply, FOUNDING } from '../../src/domain/book.ts'
import { walletOf } from '../../src/domain/ledger/ledger.ts'
import { filledOf, isActive, LEFT, ownerOf, planOf, RIGHT } from '../../src/domain/network/seats.ts'
import { emptyState, HOUSE, type State } from '../../src/domain/ledger/state.ts'
import type { Command } from '../../src/domain/ledger/command.ts'
import { depositCommands } from '../support/deposits.ts'

// The example of domain.md: H; A under H; B to G under A; all activate Bronze in that order.
const [A, B, C, D, E, F, G] = [2, 3, 4, 5, 6, 7, 8] as const
const SILVER_ROOT = 2

function play(): State {
  const state = emptyState()
  const run = (command: Command): void => {
    const applied = apply(state, command, Date.now())
    if ('refusal' in applied) throw new Error(applied.refusal.code)
  }
  run(FOUNDING)
  run({ kind: 'register', sponsor: HOUSE })
  for (let i = 0; i < 6; i++) run({ kind: 'register', sponsor: A })
  for (const member of [A, B, C, D, E, F, G]) {
    for (const command of depositCommands(member, 2, member)) run(command)
  }
  for (const member of [A, B, C, D, E, F, G]) {
    run({ kind: 'activate', member, profile: bronzeOf(member) })
  }
  return state
}

/** Profiles 1 to 5 are the house's roots; each registration made the next one. */
const bronzeOf = (member: number): number => member + 4

const under = (state: State, profile: number): number[] =>
  [LEFT, RIGHT].map((side) => ownerOf(state, state.seats.get(profile, side)))

test('the worked example: seats', () => {
  const state = play()
  expect(state.seats.get(1, LEFT)).toBe(bronzeOf(A))
  expect(under(state, bronzeOf(A))).toEqual([B, C])
  expect(under(state, bronzeOf(B))).toEqual([D, E])
  expect(under(state, bronzeOf(C))).toEqual([F, G])
  expect(filledOf(state, bronzeOf(A))).toBe(6)
})

test('the worked example: A moves on to Silver with the board’s $3', () => {
  const state = play()
  const silver = state.seats.get(SILVER_ROOT, LEFT)
  expect(ownerOf(state, silver)).toBe(A)
  expect(planOf(state, silver)).toBe(1)
  expect(isActive(state, silver)).toBe(true)
  expect(state.numbers.profile).toBe(13)
})

test('the worked example: every cent', () => {
  const state = play()
  const spent = 1_000_000n
  expect(walletOf(state, A)).toBe(2_000_000n - spent + 3_000_000n - 3_000_000n)
  expect(walletOf(state, B)).toBe(2_000_000n - spent + 1_000_000n)
  expect(walletOf(state, C)).toBe(2_000_000n - spent + 1_000_000n)
  for (const member of [D, E, F, G]) expect(walletOf(state, member)).toBe(1_000_000n)
  // H: 0.50 for A, 0.50 + 0.50 for B and C, 0.50 of A's fee without a grandparent, $3 of Silver.
  expect(state.balances.get(PLAN_MARGIN)).toBe(5_000_000n)
  expect(walletOf(state, HOUSE)).toBe(0n)
})
