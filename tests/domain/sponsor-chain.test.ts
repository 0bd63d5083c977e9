import { expect, test } from 'vitest'
import { apply } from '../../src/domain/book.ts'
import type { Command } from '../../src/domain/command.ts'
import { micros } from '../../src/domain/money.ts'
import { commit, mark, rollback } from '../../src/domain/state.ts'
import { foldFacts, snapshot } from './fold-facts.ts'
import { expectAgreement, openBoth, step, type Both } from './play-both.ts'
import { randomFrom } from './random.ts'

const members = 300

/** Everybody registers first, in chains that branch now and then, with money for every plan. */
function registerAll(both: Both, branching: number, below: (limit: number) => number): void {
  for (let no = 2; no <= members + 1; no++) {
    const sponsor = below(branching) === 0 ? 1 + below(no - 1) : no - 1
    const grant = { member: no, amountMicros: micros(100_000_000n), reason: 'a test' }
    step(both, { kind: 'register', sponsor })
    step(both, { kind: 'propose_adjustment', ...grant, operator: 'ada' })
    step(both, { kind: 'approve_adjustment', adjustment: no - 1, operator: 'bo' })
  }
}

/** Profiles 1 to 5 are the house's, so that member n joined with profile n + 4. */
const joins = (no: number): Command => ({ kind: 'activate', member: no, profile: no + 4 })

// Sparse chains make the search for an anchor pass over hundreds of members without a seat.
test.each([
  [1_000, 21],
  [50, 22],
  [10, 23],
])('in sparse chains (one branch in %i, seed %i) every anchor is found', (branching, seed) => {
  const both = openBoth()
  const { below } = randomFrom(seed)
  registerAll(both, branching, below)
  const order = Array.from({ length: members }, (_, i) => ({ no: i + 2, turn: below(1_000_000) }))
  order.sort((one, other) => one.turn - other.turn)
  for (const { no } of order.slice(0, members / 2)) step(both, joins(no))
  expectAgreement(both)

  const folded = foldFacts(both.log)
  commit(both.state)
  const [point, then, log] = [mark(both.state), snapshot(both.state), both.log.length]
  const rest = order.slice(members / 2).map(({ no }) => joins(no))
  for (const command of rest) step(both, command)
  expectAgreement(both)
  const live = both.log.slice(log).map(({ effects }) => effects)
  expect(rest.map((command) => apply(folded, command, both.at))).toEqual(live)
  rollback(both.state, point)
  expect(snapshot(both.state)).toEqual(then)
  expect(rest.map((command) => apply(both.state, command, both.at))).toEqual(live)
})
