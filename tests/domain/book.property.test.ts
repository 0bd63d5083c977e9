import { assert, property } from 'fast-check'
import { expect, test } from 'vitest'
import { apply } from '../../src/domain/book.ts'
import { commit, emptyState, mark, rollback, type State } from '../../src/domain/ledger/state.ts'
import { compareStates, noDifferences } from '../../src/server/book/check/compare-states.ts'
import { moneyInAndOut, seatFaults } from './conservation.ts'
import { foldedParts, foldEvents, snapshot } from './fold-events.ts'
import { cases } from '../support/scale.ts'
import { commandsOf, moves, pauseMs, shapes, type Move, type Shape } from './moves.ts'
import { allEffects, expectAgreement, openBoth, playMove, type Both } from './play-both.ts'

const RUNS = { numRuns: cases(10_000) }

/** Every refusal is compared on the way, and every posting checked. */
function playAll(all: readonly Move[], shape: Shape): Both {
  const both = openBoth()
  for (const move of all) playMove(both, move, shape)
  return both
}

function differencesOf(one: State, other: State): readonly string[] {
  const found = noDifferences()
  compareStates(found, ['one', one], ['the other', other])
  return found.described
}

test('agrees with an independent model on refusals, cents, seats, and profiles', () => {
  const rule = property(moves(70), shapes, (all, shape) => {
    const both = playAll(all, shape)
    expectAgreement(both)
    expect(seatFaults(allEffects(both))).toEqual([])
  })
  assert(rule, RUNS)
})

test('conserves money in dollars and both coins', () => {
  const rule = property(moves(70), shapes, (all, shape) => {
    const both = playAll(all, shape)
    for (const { came, left, held } of moneyInAndOut(both)) expect(came).toBe(left + held)
  })
  assert(rule, RUNS)
})

test('replays accepted commands to the identical state', () => {
  const rule = property(moves(70), shapes, (all, shape) => {
    const both = playAll(all, shape)
    const replayed = emptyState()
    for (const { command, at } of both.accepted) {
      expect(apply(replayed, command, at)).toHaveProperty('events')
    }
    expect(snapshot(replayed)).toEqual(snapshot(both.state))
  })
  assert(rule, RUNS)
})

test('rolls back to any point exactly', () => {
  const rule = property(moves(35), moves(35), shapes, (before, after, shape) => {
    const both = playAll(before, shape)
    commit(both.state)
    const [then, point, count] = [snapshot(both.state), mark(both.state), both.accepted.length]
    for (const move of after) playMove(both, move, shape)
    const later = snapshot(both.state)
    rollback(both.state, point)
    expect(snapshot(both.state)).toEqual(then)
    for (const { command, at } of both.accepted.slice(count)) apply(both.state, command, at)
    expect(snapshot(both.state)).toEqual(later)
  })
  assert(rule, RUNS)
})

test('changes nothing for a refused command', () => {
  const rule = property(moves(40), moves(15), shapes, (before, after, shape) => {
    const both = playAll(before, shape)
    for (const move of after) {
      const at = both.at + pauseMs(move)
      for (const command of commandsOf(both.naive, move, at, shape)) {
        commit(both.state)
        const [then, point] = [snapshot(both.state), mark(both.state)]
        const isRefused = 'refusal' in apply(both.state, command, at)
        expect(isRefused ? snapshot(both.state) : then).toEqual(then)
        rollback(both.state, point)
      }
    }
  })
  assert(rule, { numRuns: cases(7_500) })
})

test('folds the events into the live state, and continues identically', () => {
  const rule = property(moves(50), moves(20), shapes, (before, after, shape) => {
    const both = playAll(before, shape)
    const folded = foldEvents(both.log)
    expect(differencesOf(folded, both.state)).toEqual([])
    expect(foldedParts(folded)).toEqual(foldedParts(both.state))
    const [count, log] = [both.accepted.length, both.log.length]
    for (const move of after) playMove(both, move, shape)
    const answers = both.accepted.slice(count).map(({ command, at }) => apply(folded, command, at))
    expect(answers).toEqual(both.log.slice(log).map(({ effects }) => effects))
  })
  assert(rule, RUNS)
})
