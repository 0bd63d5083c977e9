/** An adjustment needs a member, a reason, and an amount that a wallet can hold. */
import { expect, test } from 'vitest'
import { apply, FOUNDING } from '../../../src/domain/book.ts'
import type { Command, CommandOf } from '../../../src/domain/ledger/command.ts'
import { emptyState, type State } from '../../../src/domain/ledger/state.ts'
import { MAX_AMOUNT, micros } from '../../../src/domain/money/money.ts'
import { dollars } from '../money-moves.ts'

const proposal: CommandOf<'propose_adjustment'> = {
  kind: 'propose_adjustment',
  member: 2,
  amountMicros: dollars(10),
  reason: 'a test',
  operator: 'ada',
}
const decide = (adjustment: number): Command[] => [
  { kind: 'approve_adjustment', adjustment, operator: 'bo' },
  { kind: 'reject_adjustment', adjustment, operator: 'bo', reason: 'a mistake' },
]

const DECIDED = { code: 'wrong_state', state: 'decided' }

function open(): State {
  const state = emptyState()
  for (const command of [FOUNDING, { kind: 'register', sponsor: 1 }] as const) {
    expect(apply(state, command, 1)).toHaveProperty('events')
  }
  return state
}

function refusalOf(state: State, command: Command): unknown {
  const applied = apply(state, command, 1)
  return 'refusal' in applied ? applied.refusal : null
}

const impossible: [string, Partial<typeof proposal>, string][] = [
  ['no reason', { reason: '' }, 'reason_required'],
  ['a blank reason', { reason: ' \n' }, 'reason_required'],
  ['no amount', { amountMicros: micros(0n) }, 'amount_out_of_range'],
  ['more than any amount may be', { amountMicros: micros(MAX_AMOUNT + 1n) }, 'amount_out_of_range'],
  ['as much less', { amountMicros: micros(-MAX_AMOUNT - 1n) }, 'amount_out_of_range'],
  ['the house', { member: 1 }, 'not_found'],
  ['nobody', { member: 3 }, 'not_found'],
]

test.each(impossible)('refuses an adjustment for %s', (_name, change, code) => {
  const state = open()
  expect(refusalOf(state, { ...proposal, ...change })).toEqual({ code })
  expect(state.numbers.adjustment).toBe(0)
})

test('accepts the largest amount', () => {
  const largest = { ...proposal, amountMicros: micros(MAX_AMOUNT) }
  expect(refusalOf(open(), largest)).toBeNull()
})

test('refuses to reject without a reason', () => {
  const state = open()
  expect(refusalOf(state, proposal)).toBeNull()
  const blank = { kind: 'reject_adjustment', adjustment: 1, operator: 'bo', reason: ' ' } as const
  expect(refusalOf(state, blank)).toEqual({ code: 'reason_required' })
  expect(apply(state, { ...blank, reason: 'a mistake' }, 1)).toMatchObject({
    events: [{ event: 'adjustment', no: 1, rejectedBy: 'bo', rejectReason: 'a mistake' }],
  })
  // It can't be approved anymore.
  expect(decide(1).map((command) => refusalOf(state, command))).toEqual([DECIDED, DECIDED])
})

test('knows an adjustment that was decided from one that never was', () => {
  const state = open()
  expect(refusalOf(state, proposal)).toBeNull()
  for (const adjustment of [0, -1, 2]) {
    const refusals = decide(adjustment).map((command) => refusalOf(state, command))
    expect(refusals).toEqual([{ code: 'not_found' }, { code: 'not_found' }])
  }
  expect(decide(1).map((command) => refusalOf(state, command))).toEqual([null, DECIDED])
  expect(decide(1).map((command) => refusalOf(state, command))).toEqual([DECIDED, DECIDED])
})
