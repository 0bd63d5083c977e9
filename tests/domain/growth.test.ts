import { expect, test } from 'vitest'
import { compareStates, noDifferences } from '../../src/server/book/check/compare-states.ts'
import { eventsOf } from '../../src/domain/ledger/event.ts'
import { DIAMOND } from '../../src/domain/money/catalog.ts'
import { micros } from '../../src/domain/money/money.ts'
import { moneyInAndOut, seatFaults } from './conservation.ts'
import { foldEvents } from './fold-events.ts'
import type { Shape } from './moves.ts'
import { allEffects, expectAgreement, openBoth, step, type Both } from './play-both.ts'
import { randomFrom } from './random.ts'
import { isLong } from '../support/scale.ts'

/**
 * All members join with enough money and activate. Some activate their waiting profiles by hand.
 */
function grow(shape: Shape, members: number, seed: number): Both {
  const both = openBoth()
  const random = randomFrom(seed)
  for (let no = 2; no <= members + 1; no++) {
    const sponsor = shape === 'chain' ? no - 1 : 1 + random.below(shape === 'wide' ? no - 1 : 2)
    const profile = both.naive.profiles.length + 1
    const adjustment = no - 1
    const grant = { member: no, amountMicros: micros(60_000_000n), reason: 'a test' }
    step(both, { kind: 'register', sponsor: Math.min(sponsor, no - 1) })
    step(both, { kind: 'propose_adjustment', ...grant, operator: 'ada' })
    step(both, { kind: 'approve_adjustment', adjustment, operator: 'bo' })
    step(both, { kind: 'activate', member: no, profile })
    if (no % 50 === 0) stir(both, no, random.below)
  }
  return both
}

/** Flags change, and a waiting profile is activated by hand. */
function stir(both: Both, no: number, below: (limit: number) => number): void {
  const member = 2 + below(no - 2)
  step(both, { kind: 'set_auto_upgrade', member, on: below(4) > 0 })
  step(both, { kind: 'set_suspended', member: 2 + below(no - 2), on: below(4) === 0 })
  const waiting = both.naive.profiles.filter(({ turn }) => turn === 0)
  const chosen = waiting[below(waiting.length + 1)]
  if (chosen) step(both, { kind: 'activate', member: chosen.owner.no, profile: chosen.no })
}

const networks: [Parameters<typeof grow>[0], number, number][] = [
  ['wide', 1_500, 11],
  ['wide', 1_500, 12],
  ['chain', 2_000, 13],
  ['one-sided', 4_500, 14],
]

test.each(isLong ? networks : networks.slice(1, 3))(
  'matches the model for a %s network of %i members (seed %i)',
  (shape, members, seed) => {
    const both = grow(shape, members, seed)
    expectAgreement(both)
    expect(seatFaults(allEffects(both))).toEqual([])
    for (const { came, left, held } of moneyInAndOut(both)) expect(came).toBe(left + held)
    const found = noDifferences()
    compareStates(found, ['folded', foldEvents(both.log)], ['live', both.state])
    expect(found).toEqual({ count: 0, described: [] })
    const made = eventsOf(allEffects(both), 'profile')
    const again = made.filter(({ origin }) => origin === 'reentry')
    // Only the one-sided tree fills Diamond boards, which then bring the twelve re-entries.
    expect(again.length > 0).toBe(shape === 'one-sided')
    expect(again.length % 12).toBe(0)
    expect(made.some(({ plan }) => plan === DIAMOND)).toBe(true)
  },
)
