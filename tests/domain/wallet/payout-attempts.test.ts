/** A payout must be the current attempt and pay what was approved; any other field refuses it. */
import { expect, test } from 'vitest'
import { apply, FOUNDING, type Applied } from '../../../src/domain/book.ts'
import type { Command, CommandOf } from '../../../src/domain/ledger/command.ts'
import { emptyState, type State } from '../../../src/domain/ledger/state.ts'
import { MAX_AMOUNT, micros, rateE8, units } from '../../../src/domain/money/money.ts'
import { dollars } from '../money-moves.ts'

const limits = { payoutLimitMicros: dollars(1_000), dayLimitMicros: dollars(1_000) }
const approve: Command = {
  kind: 'approve_withdrawal',
  withdrawal: 1,
  operator: 'ada',
  revision: null,
  ...limits,
}
/** $10 less our fee of $0.50, paid in TRX at $0.25. */
const send: CommandOf<'send_withdrawal'> = {
  kind: 'send_withdrawal',
  withdrawal: 1,
  attempt: 1,
  paidBy: 'us',
  address: 'approved address',
  coin: 'TRX',
  sentUnits: units(38_000_000n),
  rateE8: rateE8(25_000_000n),
  txid: 'first',
}
const ending = { withdrawal: 1, attempt: 1, txid: 'first', feeSun: units(0n) }
const confirm: Command = { kind: 'confirm_withdrawal', ...ending }
const fail: Command = { kind: 'fail_withdrawal', reason: 'expired', ...ending }

function play(state: State, ...commands: Command[]): void {
  for (const command of commands) {
    expect(apply(state, command, 1)).toHaveProperty('events')
  }
}

const request: CommandOf<'request_withdrawal'> = {
  kind: 'request_withdrawal',
  member: 2,
  amountMicros: dollars(10),
  address: send.address,
  holdUntilAt: 0,
}

function approved(holdUntilAt = 0): State {
  const state = emptyState()
  play(
    state,
    FOUNDING,
    { kind: 'register', sponsor: 1 },
    {
      kind: 'propose_adjustment',
      operator: 'ada',
      member: 2,
      amountMicros: dollars(10),
      reason: 'a test',
      memberLimitMicros: dollars(10),
      dayLimitMicros: dollars(10),
    },
    { ...request, holdUntilAt },
    approve,
  )
  return state
}

function sent(): State {
  const state = approved()
  play(state, send)
  return state
}

/** Attempt 1 failed, and attempt 2 is on its way. */
function sentAgain(): State {
  const state = sent()
  play(state, fail, approve, { ...send, attempt: 2, txid: 'second' })
  return state
}

const refused = (applied: Applied): unknown => ('refusal' in applied ? applied.refusal : applied)

const otherPayments: [string, Partial<CommandOf<'send_withdrawal'>>][] = [
  ['another address', { address: 'another address' }],
  ['another coin', { coin: 'USDT' }],
  ['another coin of the same value', { coin: 'USDT', sentUnits: units(9_500_000n) }],
  ['a unit more', { sentUnits: units(send.sentUnits + 1n) }],
  ['a unit less', { sentUnits: units(send.sentUnits - 1n) }],
  ['the same amount at another rate', { rateE8: rateE8(25_000_001n) }],
  ['an operator’s payment to another address', { paidBy: 'operator', address: 'another address' }],
  [
    'an operator’s payment over a tenth too high',
    { paidBy: 'operator', sentUnits: units(41_800_004n) },
  ],
  [
    'an operator’s payment over a tenth too low',
    { paidBy: 'operator', sentUnits: units(34_199_996n) },
  ],
]

test.each(otherPayments)('refuses %s as not approved', (_name, change) => {
  const state = approved()
  expect(refused(apply(state, { ...send, ...change }, 1))).toEqual({ code: 'not_as_approved' })
  expect(state.withdrawals.get(1)).toMatchObject({ state: 'approved', txid: null })
  play(state, send)
})

test.each([
  ['a tenth too high', 41_800_000n],
  ['a tenth too low', 34_200_000n],
])('accepts an operator’s payment %s', (_name, amount) => {
  const state = approved()
  play(state, { ...send, paidBy: 'operator', sentUnits: units(amount) })
  expect(state.withdrawals.get(1)).toMatchObject({ state: 'sent', sentUnits: amount })
})

test('sends from the exact end of the waiting period', () => {
  const state = approved(100)
  expect(refused(apply(state, send, 99))).toEqual({ code: 'on_hold', untilAt: 100 })
  expect(apply(state, send, 100)).toHaveProperty('events')
})

const impossible: [string, Partial<CommandOf<'send_withdrawal'>>][] = [
  ['nothing', { sentUnits: units(0n) }],
  ['more than any amount may be', { sentUnits: units(MAX_AMOUNT + 1n) }],
  ['a coin that is worth nothing', { rateE8: rateE8(0n) }],
]

test.each(impossible)('refuses to send %s', (_name, change) => {
  const range = { code: 'amount_out_of_range' }
  expect(refused(apply(approved(), { ...send, ...change }, 1))).toEqual(range)
})

test('compares the largest amount with the approved one', () => {
  const largest = { ...send, sentUnits: units(MAX_AMOUNT) }
  expect(refused(apply(approved(), largest, 1))).toEqual({ code: 'not_as_approved' })
})

test('refuses a network fee below zero', () => {
  const gift = { ...request, networkFeeMicros: micros(-1n) }
  expect(refused(apply(approved(), gift, 1))).toEqual({ code: 'amount_out_of_range' })
})

test('counts a confirmation as a change, and books the burned fee under its own journal', () => {
  const state = sent()
  const before = state.withdrawals.get(1)?.revision ?? 0
  const applied = apply(state, { ...confirm, feeSun: units(1_100_000n) }, 1)
  const events = 'events' in applied ? applied.events : []
  const changed = { event: 'withdrawal', state: 'confirmed', revision: before + 1 }
  expect(events).toContainEqual(expect.objectContaining(changed))
  const fees = events.filter((each) => each.event === 'journal' && each.kind === 'network_fee')
  expect(fees).toEqual([expect.objectContaining({ no: state.numbers.journal })])
  expect(fees).toEqual([expect.objectContaining({ subject: state.numbers.journal })])
})

test.each([0, 2])('refuses to send attempt %s in place of attempt 1', (attempt) => {
  const state = approved()
  expect(refused(apply(state, { ...send, attempt }, 1))).toEqual({
    code: 'wrong_attempt',
    attempt: 1,
  })
  expect(state.withdrawals.get(1)).toMatchObject({ state: 'approved', txid: null })
})

const otherEndings: [string, Partial<typeof ending>][] = [
  ['the attempt before', {}],
  ['the attempt before, with this transaction', { txid: 'second' }],
  ['this attempt, with the transaction before', { attempt: 2 }],
  ['a later attempt', { attempt: 3, txid: 'second' }],
]

for (const [verb, end] of [
  ['confirm', confirm],
  ['fail', fail],
] as const) {
  test.each(otherEndings)(`refuses to ${verb} %s`, (_name, change) => {
    const state = sentAgain()
    const before = state.withdrawals.get(1)
    expect(refused(apply(state, { ...end, ...change }, 1))).toEqual({
      code: 'wrong_attempt',
      attempt: 2,
    })
    expect(state.withdrawals.get(1)).toEqual(before)
    play(state, { ...end, attempt: 2, txid: 'second' })
  })
}
