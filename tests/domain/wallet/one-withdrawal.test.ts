/** A withdrawal follows from its own commands alone, whatever else the ledger did meanwhile. */
import { expect, test } from 'vitest'
import { apply, FOUNDING } from '../../../src/domain/book.ts'
import type { Command } from '../../../src/domain/ledger/command.ts'
import { eventsOf } from '../../../src/domain/ledger/event.ts'
import { emptyState } from '../../../src/domain/ledger/state.ts'
import { rateE8, units } from '../../../src/domain/money/money.ts'
import { replayWithdrawal, type OwnCommand } from '../../../src/domain/one-withdrawal.ts'
import { dollars } from '../money-moves.ts'

const DAY = 86_400_000
const MEMBER = 3
const NO = 2

const approve = (operator: string): Command => ({
  kind: 'approve_withdrawal',
  withdrawal: NO,
  operator,
  revision: null,
  payoutLimitMicros: dollars(25),
  dayLimitMicros: dollars(25),
})
const payment = { withdrawal: NO, txid: 'first', attempt: 1 }
const send: Command = {
  kind: 'send_withdrawal',
  ...payment,
  paidBy: 'us',
  address: 'T',
  coin: 'TRX',
  sentUnits: units(78_000_000n),
  rateE8: rateE8(25_000_000n),
}
const request: Command = {
  kind: 'request_withdrawal',
  member: MEMBER,
  amountMicros: dollars(20),
  address: 'T',
  holdUntilAt: 0,
}
const ending = { ...payment, feeSun: units(0n) }
const cancel: Command = { kind: 'cancel_withdrawal', withdrawal: NO, member: MEMBER }

/** Each with the time it ran at, and what its operator had approved before on that day. */
const failed: readonly OwnCommand[] = [
  { command: request, at: 1, approvedBefore: 0n },
  // Ada has approved another $10 today, so a second operator has to approve this.
  { command: approve('ada'), at: 1, approvedBefore: dollars(10) },
  { command: approve('bo'), at: 1, approvedBefore: 0n },
  { command: send, at: 2, approvedBefore: 0n },
  { command: { kind: 'fail_withdrawal', reason: 'expired', ...ending }, at: 3, approvedBefore: 0n },
]
const paid: readonly OwnCommand[] = [
  ...failed,
  // On another day, one is enough.
  { command: approve('ada'), at: DAY, approvedBefore: 0n },
  { command: { ...send, attempt: 2, txid: 'second' }, at: DAY, approvedBefore: 0n },
  {
    command: { kind: 'confirm_withdrawal', ...ending, attempt: 2, txid: 'second' },
    at: DAY,
    approvedBefore: 0n,
  },
]
const canceled: readonly OwnCommand[] = [
  ...failed,
  { command: cancel, at: DAY, approvedBefore: 0n },
]

/** The withdrawal after each of its commands, in a ledger with other members and withdrawals. */
function playAll(commands: readonly OwnCommand[]) {
  const state = emptyState()
  const play = (command: Command, at: number) => {
    const applied = apply(state, command, at)
    if ('refusal' in applied) throw new Error(`${command.kind}: ${applied.refusal.code}`)
    return eventsOf(applied, 'withdrawal').findLast(({ no }) => no === NO)
  }
  const gift = { kind: 'propose_adjustment', amountMicros: dollars(100), reason: 'a test' } as const
  const limits = { memberLimitMicros: dollars(100), dayLimitMicros: dollars(200) }
  play(FOUNDING, 1)
  for (const version of [2, 3]) play({ kind: 'raise_rules', version }, 1)
  for (const member of [2, MEMBER]) {
    play({ kind: 'register', sponsor: 1 }, 1)
    play({ ...gift, member, operator: 'ada', ...limits }, 1)
  }
  play({ ...request, member: 2, amountMicros: dollars(10) } as Command, 1)
  play({ ...approve('ada'), withdrawal: 1 } as Command, 1)
  return commands.map(({ command, at }) => play(command, at))
}

const states = ['pending', 'pending', 'approved', 'sent', 'pending']

test.each([
  ['paid at the second attempt', paid, ['approved', 'sent', 'confirmed']],
  ['canceled after the first', canceled, ['cancelled']],
])('replays a withdrawal that was %s', (_name, commands, ends) => {
  const replayed = replayWithdrawal(NO, commands)
  expect(replayed).toEqual(playAll(commands))
  expect(replayed?.map(({ state }) => state)).toEqual([...states, ...ends])
})

const asOwn = (...commands: Command[]): OwnCommand[] =>
  commands.map((command) => ({ command, at: 1, approvedBefore: 0n }))

test.each<[string, OwnCommand[]]>([
  ['begin without a request', asOwn(approve('ada'))],
  ['have no command at all', []],
  ['pay without an approval', asOwn(request, send)],
  ['pay to another address', asOwn(request, approve('ada'), { ...send, address: 'another' })],
  ['are approved twice by one operator', asOwn(request, approve('ada'), approve('ada'))],
  ['are canceled by another member', asOwn(request, { ...cancel, member: 2 })],
])('replays nothing from commands that %s', (_name, commands) => {
  expect(replayWithdrawal(NO, commands)).toBeNull()
})
