/** A member has one open request for each coin, and a transfer is credited once. */
import { expect, test } from 'vitest'
import { apply, FOUNDING } from '../../../src/domain/book.ts'
import type { Command, CommandOf } from '../../../src/domain/ledger/command.ts'
import { emptyState, type State } from '../../../src/domain/ledger/state.ts'
import { eventsOf, type LedgerEvent } from '../../../src/domain/ledger/event.ts'
import { micros, PAR_RATE, units } from '../../../src/domain/money/money.ts'
import { openTransferReplay } from '../../../src/domain/one-transfer.ts'
import { dollars } from '../money-moves.ts'

const request: CommandOf<'open_deposit'> = {
  kind: 'open_deposit',
  member: 2,
  coin: 'USDT',
  amountMicros: dollars(20),
  feeMicros: micros(330_000n),
  cryptoUnits: units(20_330_000n),
  lockedE8: PAR_RATE,
  expiresAt: 900_000,
}
const transfer: CommandOf<'receive_transfer'> = {
  kind: 'receive_transfer',
  member: 2,
  coin: 'USDT',
  network: 'test',
  txid: 'ab',
  logIndex: 0,
  from: null,
  to: 'T',
  amountUnits: request.cryptoUnits,
  blockE8: PAR_RATE,
  blockNumber: 1,
  blockAt: 1,
  attributable: true,
}

function play(state: State, ...commands: Command[]): LedgerEvent[] {
  return commands.flatMap((command) => {
    const applied = apply(state, command, 1)
    if ('refusal' in applied) throw new Error(`${command.kind}: ${applied.refusal.code}`)
    return applied.events
  })
}

function refusalOf(state: State, command: Command): unknown {
  const applied = apply(state, command, 1)
  return 'refusal' in applied ? applied.refusal : null
}

function open(): State {
  const state = emptyState()
  play(state, FOUNDING, { kind: 'register', sponsor: 1 })
  return state
}

const statesOf = (events: readonly LedgerEvent[]) =>
  events.flatMap((event) =>
    event.event === 'deposit_request' ? [[event.no, event.state, event.transfer]] : [],
  )

test('replaces the open request for the same coin, and only that one', () => {
  const state = open()
  play(state, request, { ...request, coin: 'TRX' })
  const events = play(state, request)
  expect(statesOf(events)).toEqual([
    [1, 'replaced', null],
    [3, 'open', null],
  ])
  expect(statesOf(play(state, transfer))).toEqual([[3, 'credited', 1]])
  expect(statesOf(play(state, { ...transfer, coin: 'TRX', txid: 'cd' }))).toEqual([
    [2, 'credited', 2],
  ])
})

test('credits a transfer once, to its member or by an operator', () => {
  const state = open()
  play(state, transfer)
  const accept = { kind: 'accept_transfer', transfer: 1, member: null } as const
  expect(refusalOf(state, { ...accept, member: 1 })).toEqual({ code: 'not_found' })
  expect(refusalOf(state, accept)).toBeNull()
  for (const member of [null, 2]) {
    expect(refusalOf(state, { ...accept, member })).toEqual({ code: 'already_used' })
  }
})

test.each([0, -1, 2])('finds no transfer %s', (no) => {
  const state = open()
  play(state, transfer)
  const accept = { kind: 'accept_transfer', transfer: no, member: null } as const
  expect(refusalOf(state, accept)).toEqual({ code: 'not_found' })
})

test('credits a request by a transfer that missed its amount, even after it expired', () => {
  const state = open()
  play(state, request, { ...transfer, amountUnits: units(10_000_000n) })
  const late = play(state, { kind: 'expire_deposits', blockAt: 900_001 })
  expect(statesOf(late)).toEqual([[1, 'expired', null]])
  const accepted = play(state, { kind: 'accept_transfer', transfer: 1, member: 2 })
  expect(statesOf(accepted)).toEqual([[1, 'credited', 1]])
})

test('two transfers that missed a request credit it once', () => {
  const state = open()
  const short = { ...transfer, amountUnits: units(10_000_000n) }
  play(state, request, short, { ...short, txid: 'cd' })
  play(state, { kind: 'expire_deposits', blockAt: 900_001 })
  const first = play(state, { kind: 'accept_transfer', transfer: 2, member: 2 })
  expect(statesOf(first)).toEqual([[1, 'credited', 2]])
  expect(statesOf(play(state, { kind: 'accept_transfer', transfer: 1, member: 2 }))).toEqual([])
  expect(state.requests.get(1)).toBeUndefined()
})

test('replays a transfer as it was on arrival, without anything else', () => {
  const replay = openTransferReplay()
  for (const held of [null, 'late_rate'] as const) {
    const command = { ...transfer, ...(held ? { held } : {}) }
    const applied = apply(open(), command, 1)
    if ('refusal' in applied) throw new Error(applied.refusal.code)
    const [event] = eventsOf(applied, 'transfer')
    expect(event).toMatchObject({ member: 2, state: 'unattributed', held })
    expect(replay(7, command)).toEqual({ ...event, no: 7 })
  }
  // Dust is final on arrival, and nothing isn't a transfer.
  for (const amount of [1n, 0n]) {
    expect(replay(8, { ...transfer, amountUnits: units(amount) })).toBeNull()
  }
})
