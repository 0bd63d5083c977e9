/** An approval counts against the operator's daily limit unless nothing was ever sent by it. */
import { expect, test } from 'vitest'
import { apply, FOUNDING } from '../../../src/domain/book.ts'
import type { Command } from '../../../src/domain/ledger/command.ts'
import { eventsOf } from '../../../src/domain/ledger/event.ts'
import { emptyState, type State } from '../../../src/domain/ledger/state.ts'
import { rateE8, units } from '../../../src/domain/money/money.ts'
import { approvedOn, dayNumberOf, restoreApproval } from '../../../src/domain/wallet/approvals.ts'
import { dollars } from '../money-moves.ts'

const DAY = 86_400_000

function play(state: State, at: number, ...commands: Command[]) {
  return commands.flatMap((command) => {
    const applied = apply(state, command, at)
    if ('refusal' in applied) throw new Error(`${command.kind}: ${applied.refusal.code}`)
    return eventsOf(applied, 'approval_returned')
  })
}

const rules = [2, 3].map((version): Command => ({ kind: 'raise_rules', version }))

/** A ledger with a rich member, and a withdrawal of $10 for each number. */
function open(withdrawals: number, raised = rules): State {
  const state = emptyState()
  const gift = { member: 2, amountMicros: dollars(1_000), reason: 'a test', operator: 'ada' }
  const limits = { memberLimitMicros: dollars(1_000), dayLimitMicros: dollars(1_000) }
  play(state, 1, FOUNDING, { kind: 'register', sponsor: 1 }, ...raised)
  play(state, 1, { kind: 'propose_adjustment', ...gift, ...limits })
  const request = { member: 2, amountMicros: dollars(10), address: 'T', holdUntilAt: 0 }
  for (let i = 0; i < withdrawals; i++) play(state, 1, { kind: 'request_withdrawal', ...request })
  return state
}

const approve = (withdrawal: number, operator = 'ada'): Command => ({
  kind: 'approve_withdrawal',
  withdrawal,
  operator,
  revision: null,
  payoutLimitMicros: dollars(1_000),
  dayLimitMicros: dollars(25),
})
const reject = (withdrawal: number): Command => ({
  kind: 'reject_withdrawal',
  withdrawal,
  reason: 'a mistake',
})
const send = (withdrawal: number, attempt = 1): Command => ({
  kind: 'send_withdrawal',
  withdrawal,
  attempt,
  paidBy: 'us',
  address: 'T',
  coin: 'TRX',
  sentUnits: units(38_000_000n),
  rateE8: rateE8(25_000_000n),
  txid: `payout ${withdrawal} ${attempt}`,
})
const fail = (withdrawal: number, attempt = 1): Command => ({
  kind: 'fail_withdrawal',
  withdrawal,
  attempt,
  txid: `payout ${withdrawal} ${attempt}`,
  feeSun: units(0n),
  reason: 'expired',
})
const stateOf = (state: State, no: number) => state.withdrawals.get(no)?.state
const counted = (state: State, operator = 'ada', at = 1) =>
  approvedOn(state, operator, dayNumberOf(at))

test('gives back what was rejected before anything was sent', () => {
  const state = open(4)
  play(state, 1, approve(1), approve(2))
  expect(play(state, 1, reject(1))).toEqual([
    {
      event: 'approval_returned',
      withdrawal: 1,
      revision: 1,
      operator: 'ada',
      micros: dollars(10),
    },
  ])
  play(state, 1, approve(3))
  expect([stateOf(state, 2), stateOf(state, 3)]).toEqual(['approved', 'approved'])
  play(state, 1, approve(4))
  expect(stateOf(state, 4)).toBe('pending')
  expect(counted(state)).toBe(dollars(30))
})

test('gives back what the member canceled, to each operator who approved it', () => {
  const state = open(3)
  play(state, 1, approve(1), approve(2), approve(3))
  expect(stateOf(state, 3)).toBe('pending')
  play(state, 1, { kind: 'cancel_withdrawal', withdrawal: 3, member: 2 })
  expect(counted(state)).toBe(dollars(20))
})

test('gives back withdrawn approvals', () => {
  const state = open(2)
  play(state, 1, approve(1), approve(2), send(2))
  const end = { kind: 'withdraw_approvals', operator: 'ada', by: 'bo', reason: 'reset' } as const
  play(state, 1, end)
  // A sent payout counts.
  expect(counted(state)).toBe(dollars(10))
})

test('gives nothing back for a payout that was sent, even if it failed', () => {
  const state = open(1)
  play(state, 1, approve(1), send(1), fail(1))
  expect(play(state, 1, reject(1))).toEqual([])
  expect(counted(state)).toBe(dollars(10))
})

test('gives back only the unsent attempt of a withdrawal approved twice', () => {
  const state = open(1)
  play(state, 1, approve(1), send(1), fail(1))
  const revision = state.withdrawals.get(1)?.revision
  play(state, 1, approve(1))
  expect(counted(state)).toBe(dollars(20))
  expect(play(state, 1, reject(1))).toMatchObject([{ withdrawal: 1, revision }])
  expect(counted(state)).toBe(dollars(10))
})

test('gives nothing back from another day’s limit', () => {
  const state = open(3)
  play(state, 1, approve(1), approve(3))
  const later = 1 + DAY
  expect(play(state, later, reject(3))).toEqual([])
  play(state, later, approve(2))
  expect(play(state, later, reject(1))).toEqual([])
  expect(counted(state, 'ada', later)).toBe(dollars(10))
})

test('gives nothing back that isn’t remembered', () => {
  const state = open(2)
  play(state, 1, approve(1), approve(2))
  restoreApproval(state, 'ada', { day: 0, micros: dollars(20), unsent: [] })
  expect(play(state, 1, reject(1))).toEqual([])
  expect(counted(state)).toBe(dollars(20))
  state.approvals.delete('ada')
  expect(play(state, 1, reject(2))).toEqual([])
})

test('restores approvals in the order of their withdrawals', () => {
  const state = open(0)
  const unsent = [3, 1, 2].map((withdrawal) => ({ withdrawal, revision: 1, micros: dollars(10) }))
  restoreApproval(state, 'ada', { day: 0, micros: dollars(30), unsent })
  const restored = state.approvals.get('ada')?.unsent ?? []
  expect(restored.map(({ withdrawal }) => withdrawal)).toEqual([1, 2, 3])
})

test('keeps the meaning of commands before the third version of the rules', () => {
  const state = open(1, rules.slice(0, 1))
  play(state, 1, approve(1))
  expect(play(state, 1, reject(1))).toEqual([])
  expect(counted(state)).toBe(dollars(10))
})

test('never lets an operator pay out more alone than the limit, whatever is returned', () => {
  const state = open(8)
  let sentAlone = 0
  for (let no = 1; no <= 8; no++) {
    play(state, 1, approve(no))
    if (stateOf(state, no) !== 'approved') continue
    if (no % 2 === 0) play(state, 1, reject(no))
    else {
      play(state, 1, send(no))
      sentAlone += 10
    }
  }
  expect(sentAlone).toBe(20)
})
