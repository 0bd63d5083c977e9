import { array, assert, constantFrom, integer, property, record } from 'fast-check'
import { expect, test } from 'vitest'
import { ALONE_WINDOW_MS, leftAlone, sizeOf } from '../../src/domain/wallet/adjustment.ts'
import { apply, FOUNDING } from '../../src/domain/book.ts'
import { eventOf, type EventOf } from '../../src/domain/ledger/event.ts'
import { micros } from '../../src/domain/money/money.ts'
import { emptyState, type State } from '../../src/domain/ledger/state.ts'
import { dollars } from './money-moves.ts'

const HOUR_MS = 3_600_000
const MEMBERS = [2, 3, 4]
const limits = { memberLimitMicros: dollars(10), dayLimitMicros: dollars(25) }

function openBook(): State {
  const state = emptyState()
  apply(state, FOUNDING, 0)
  for (const _ of MEMBERS) apply(state, { kind: 'register', sponsor: 1 }, 0)
  return state
}

const asked = record({
  operator: constantFrom('ada', 'bo'),
  member: constantFrom(...MEMBERS),
  cents: integer({ min: -400, max: 1_100 }),
  pauseMs: constantFrom(0, 1, HOUR_MS, 5 * HOUR_MS, ALONE_WINDOW_MS - 1, ALONE_WINDOW_MS),
})

type Done = EventOf<'adjustment'> & { at: number }

const total = (list: readonly Done[]): bigint =>
  list.reduce((sum, { amountMicros }) => sum + sizeOf(amountMicros), 0n)

test('never lets small adjustments get past the two-operator limit', () => {
  const rule = property(array(asked, { maxLength: 60, size: 'max' }), (all) => {
    const state = openBook()
    const alone: Done[] = []
    let at = 1_800_000_000_000
    for (const { operator, member, cents, pauseMs } of all) {
      at += pauseMs
      const amountMicros = micros(BigInt(cents) * 10_000n)
      const who = { operator, member }
      const left = leftAlone(limits, state.adjustedAlone, who, at)
      const about = { kind: 'propose_adjustment', ...who, amountMicros, reason: 'small' } as const
      const applied = apply(state, { ...about, ...limits }, at)
      if ('refusal' in applied) continue
      const event = eventOf(applied, 'adjustment')
      // The result matches what the screen showed before.
      expect(event.alone).toBe(sizeOf(amountMicros) <= left)
      expect([event.approvedBy, state.adjustments.get(event.no) === undefined]).toEqual(
        event.alone ? [operator, true] : [null, false],
      )
      if (!event.alone) continue
      alone.push({ ...event, at })
      const day = alone.filter(
        (each) => each.proposedBy === operator && at - each.at < ALONE_WINDOW_MS,
      )
      const forMember = day.filter((each) => each.member === member)
      expect(total(day)).toBeLessThanOrEqual(limits.dayLimitMicros)
      expect(total(forMember)).toBeLessThanOrEqual(limits.memberLimitMicros)
    }
  })
  assert(rule, { numRuns: 500 })
})

test('requires a second operator for every adjustment without limits', () => {
  const state = openBook()
  const about = { member: 2, amountMicros: micros(1n), operator: 'ada', reason: 'small' }
  const command = { kind: 'propose_adjustment', ...about } as const
  for (const given of [{}, { ...limits, memberLimitMicros: dollars(0) }]) {
    const applied = apply(state, { ...command, ...given }, 1)
    if ('refusal' in applied) throw new Error(applied.refusal.code)
    expect(eventOf(applied, 'adjustment')).toMatchObject({ alone: false, approvedBy: null })
  }
  const half = { ...limits, dayLimitMicros: dollars(0) }
  expect(apply(state, { ...command, ...half }, 1)).toMatchObject({ events: [{ alone: false }] })
})

test('counts an operator’s own adjustments of the last 24 hours, and forgets the others', () => {
  const state = openBook()
  const adjust = (operator: string, amount: number, at: number): boolean => {
    const about = { member: 2, amountMicros: dollars(amount), operator, reason: 'small' }
    const applied = apply(state, { kind: 'propose_adjustment', ...about, ...limits }, at)
    if ('refusal' in applied) throw new Error(applied.refusal.code)
    return eventOf(applied, 'adjustment').alone
  }
  const leftFor = (operator: string, at: number) =>
    leftAlone(limits, state.adjustedAlone, { operator, member: 2 }, at)
  expect(adjust('ada', 6, 1)).toBe(true)
  expect(adjust('ada', 5, 2)).toBe(false)
  expect(adjust('bo', 10, 2)).toBe(true)
  const smaller = { ...limits, memberLimitMicros: dollars(5) }
  expect(leftAlone(smaller, state.adjustedAlone, { operator: 'ada', member: 2 }, 2)).toBe(0n)
  expect([leftFor('ada', ALONE_WINDOW_MS), leftFor('bo', ALONE_WINDOW_MS)]).toEqual([
    dollars(4),
    0n,
  ])
  expect(leftFor('ada', ALONE_WINDOW_MS + 1)).toBe(dollars(10))
  expect(adjust('ada', 10, ALONE_WINDOW_MS + 1)).toBe(true)
  expect(state.adjustedAlone.map(({ operator, at }) => [operator, at])).toEqual([
    ['bo', 2],
    ['ada', ALONE_WINDOW_MS + 1],
  ])
})
