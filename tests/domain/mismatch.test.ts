import { beforeEach, expect, test } from 'vitest'
import { apply, FOUNDING } from '../../src/domain/book.ts'
import type { Command } from '../../src/domain/ledger/command.ts'
import { toleranceUnits } from '../../src/domain/wallet/deposit.ts'
import { eventsOf } from '../../src/domain/ledger/event.ts'
import { micros, PAR_RATE, rateE8, units } from '../../src/domain/money/money.ts'
import { emptyState, type State } from '../../src/domain/ledger/state.ts'
import { foldEvents, foldedParts, type Dated } from './fold-events.ts'

const AT = 1_800_000_000_000
const MEMBER = 2
let state: State
let log: Dated[]

beforeEach(() => {
  state = emptyState()
  log = []
  run(FOUNDING)
  run({ kind: 'register', sponsor: 1 })
})

function run(command: Command) {
  const effects = apply(state, command, AT)
  if ('refusal' in effects) throw new Error(effects.refusal.code)
  log.push({ at: AT, effects })
  return effects
}

const open = (dollars: bigint) =>
  run({
    kind: 'open_deposit',
    member: MEMBER,
    coin: 'USDT',
    amountMicros: micros(dollars * 1_000_000n),
    feeMicros: micros(100_000n),
    cryptoUnits: units(dollars * 1_000_000n + 100_000n),
    lockedE8: PAR_RATE,
    expiresAt: AT + 1,
  })

const receive = (amount: bigint) =>
  run({
    kind: 'receive_transfer',
    member: MEMBER,
    coin: 'USDT',
    network: 'test',
    txid: 'ab'.repeat(32),
    logIndex: 0,
    from: null,
    to: 'T',
    amountUnits: units(amount),
    blockE8: PAR_RATE,
    blockNumber: 1,
    blockAt: AT,
    attributable: true,
  })

const ENDS = {
  'still open': () => undefined,
  expired: () => run({ kind: 'expire_deposits', blockAt: AT + 2 }),
  replaced: () => open(7n),
}

test.each(Object.entries(ENDS))('credits a %s request with a different amount', (_name, end) => {
  open(5n)
  receive(3_100_000n)
  end()
  const folded = foldEvents(log)
  expect(foldedParts(folded)).toEqual(foldedParts(state))
  const effects = run({ kind: 'accept_transfer', transfer: 1, member: MEMBER })
  expect(eventsOf(effects, 'deposit_request')).toMatchObject([
    { no: 1, state: 'credited', transfer: 1, creditedMicros: 3_000_000n },
  ])
  expect(state.requests.get(1)).toBeUndefined()
  expect(state.missed.size).toBe(0)
})

test('tolerates the larger of 0.5% and a cent, and not a sun more', () => {
  expect(toleranceUnits('USDT', units(5_100_000n), PAR_RATE)).toBe(25_500n)
  expect(toleranceUnits('USDT', units(1_000_000n), PAR_RATE)).toBe(10_000n)
  // At $0.30 a cent buys 33,333.3 sun.
  expect(toleranceUnits('TRX', units(1_000_000n), rateE8(30_000_000n))).toBe(33_333n)
})
