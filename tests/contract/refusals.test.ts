import { beforeEach, expect, test } from 'vitest'
import { reject } from '../../src/contract/refusals/reject.ts'
import { ruleText, statusOf } from '../../src/contract/refusals/refusals.ts'
import { english } from '../../src/contract/texts/texts.ts'
import { apply, FOUNDING } from '../../src/domain/book.ts'
import { DEFAULT_CATALOG, type Catalog, type PlanTerms } from '../../src/domain/money/catalog.ts'
import type { Command, CommandOf } from '../../src/domain/ledger/command.ts'
import { micros, PAR_RATE, units } from '../../src/domain/money/money.ts'
import type { RefusalCode } from '../../src/domain/ledger/refusal.ts'
import { emptyState, HOUSE, type State } from '../../src/domain/ledger/state.ts'

// Every refusal of the rules, caused by commands, with its status and exact sentence.

const AT = Date.parse('2030-01-01T12:00:00Z')
/** A member with $100, one with nothing and one that is suspended; each with a Bronze profile. */
const [RICH, POOR, SUSPENDED] = [2, 3, 4]
const RICH_PROFILE = 6
let state: State

beforeEach(() => {
  state = emptyState()
  const members = [RICH, POOR, SUSPENDED].map((): Command => ({ kind: 'register', sponsor: 1 }))
  run(FOUNDING, ...members, ...grant(100), { kind: 'set_suspended', member: SUSPENDED, on: true })
})

/** Applies commands that must be accepted. */
function run(...commands: Command[]): void {
  for (const command of commands) expect(apply(state, command, AT)).toHaveProperty('events')
}

const dollars = (amount: number) => micros(BigInt(amount) * 1_000_000n)

function grant(amount: number): [Command, Command] {
  const adjustment = state.numbers.adjustment + 1
  const about = { member: RICH, amountMicros: dollars(amount), reason: 'a gift' }
  return [
    { kind: 'propose_adjustment', ...about, operator: 'ada' },
    { kind: 'approve_adjustment', adjustment, operator: 'bo' },
  ]
}

const activate = (member: number): Command => ({
  kind: 'activate',
  member,
  profile: member - RICH + RICH_PROFILE,
})

const withdraw = (amount: number, holdUntilAt = 0): Command => ({
  kind: 'request_withdrawal',
  member: RICH,
  amountMicros: dollars(amount),
  address: 'T',
  holdUntilAt,
})

const approve = (operator: string, revision: number | null = null): Command => ({
  kind: 'approve_withdrawal',
  withdrawal: 1,
  operator,
  revision,
  payoutLimitMicros: dollars(50),
  dayLimitMicros: dollars(100),
})

const send = (sun = 2_500_000n, attempt = 1): Command => ({
  kind: 'send_withdrawal',
  withdrawal: 1,
  attempt,
  paidBy: 'us',
  address: 'T',
  coin: 'TRX',
  sentUnits: units(sun),
  rateE8: PAR_RATE,
  txid: 'ab'.repeat(32),
})

const receive = (amount: bigint): Command => ({
  kind: 'receive_transfer',
  member: RICH,
  coin: 'USDT',
  network: 'test',
  txid: 'cd'.repeat(32),
  logIndex: 0,
  from: null,
  to: 'T',
  amountUnits: units(amount),
  blockE8: PAR_RATE,
  blockNumber: 1,
  blockAt: AT,
  attributable: true,
})

const accept: Command = { kind: 'accept_transfer', transfer: 1, member: RICH }

const publish = (change: Partial<PlanTerms>): Command => {
  const [bronze, ...others] = DEFAULT_CATALOG
  const catalog: Catalog = [{ ...bronze, ...change }, ...others]
  return { kind: 'publish_catalog', catalog, operator: 'ada' }
}

type Case = { before?: () => void; command: () => Command; status: number; text: string }

// The type requires a case for every code, so no code can be added without a test.
const CASES: { [C in RefusalCode]: Case | Case[] } = {
  already_founded: {
    command: () => FOUNDING,
    status: 409,
    text: 'The product is already set up.',
  },
  older_rules: {
    command: () => ({ kind: 'import_member', sponsor: HOUSE, plans: [0], side: null }),
    status: 409,
    text: 'The ledger accepts this once all processes run this version. Try again in a minute.',
  },
  paid_board: {
    before: () => {
      run({ kind: 'raise_rules', version: 2 })
      run(activate(RICH))
    },
    command: () => ({ kind: 'import_member', sponsor: RICH, plans: [0], side: null }),
    status: 409,
    text: 'An imported seat here would take a position for which a paying member must be paid.',
  },
  not_found: {
    command: () => ({ kind: 'activate', member: RICH, profile: RICH_PROFILE + 1 }),
    status: 404,
    text: 'Not found',
  },
  already_active: {
    before: () => run(activate(RICH)),
    command: () => activate(RICH),
    status: 409,
    text: 'This profile is already active.',
  },
  insufficient_balance: [
    {
      command: () => activate(POOR),
      status: 409,
      text: 'Insufficient balance. Your wallet holds $0.00.',
    },
    {
      command: () => withdraw(101),
      status: 409,
      text: 'Insufficient balance. Your wallet holds $100.00.',
    },
  ],
  member_suspended: {
    command: () => activate(SUSPENDED),
    status: 403,
    text: 'This account is suspended. Please contact support.',
  },
  minimum_deposit: {
    command: () => ({
      kind: 'open_deposit',
      member: RICH,
      coin: 'USDT',
      amountMicros: micros(1_990_000n),
      feeMicros: micros(100_000n),
      cryptoUnits: units(2_090_000n),
      lockedE8: PAR_RATE,
      expiresAt: AT,
    }),
    status: 400,
    text: 'Minimum deposit amount is $2',
  },
  amount_out_of_range: {
    command: () => receive(0n),
    status: 400,
    text: 'Please enter a valid amount',
  },
  already_used: {
    before: () => run(receive(5_000_000n), accept),
    command: () => accept,
    status: 409,
    text: 'This transaction has already been credited.',
  },
  minimum_withdrawal: {
    command: () => withdraw(2),
    status: 400,
    text: 'Minimum withdrawal is $3',
  },
  below_network_fee: {
    command: () => ({
      ...(withdraw(3) as CommandOf<'request_withdrawal'>),
      payIn: 'USDT',
      networkFeeMicros: micros(2_500_000n),
    }),
    status: 400,
    text: 'The USDT network fee is $2.50, which leaves nothing to pay out. Try a larger amount.',
  },
  too_many_withdrawals: {
    before: () => run(...Array.from({ length: 10 }, () => withdraw(3))),
    command: () => withdraw(3),
    status: 409,
    text: 'You have too many open withdrawals. Please wait until one is processed.',
  },
  wrong_state: [
    {
      before: () => run(withdraw(3)),
      command: () => send(),
      status: 409,
      text: 'The request’s current state doesn’t allow this.',
    },
    {
      before: () => run(withdraw(3), approve('ada'), send()),
      command: () => ({ kind: 'reject_withdrawal', withdrawal: 1, reason: 'late' }),
      status: 409,
      text: 'The request’s current state doesn’t allow this.',
    },
    {
      before: () =>
        run(withdraw(3), { kind: 'reject_withdrawal', withdrawal: 1, reason: 'no such address' }),
      command: () => approve('ada'),
      status: 409,
      text: 'This request is already closed.',
    },
  ],
  old_revision: {
    before: () => run(withdraw(3)),
    command: () => approve('ada', 2),
    status: 409,
    text: 'This has changed since you opened it. Reload and try again.',
  },
  second_operator_required: [
    {
      before: () => run(withdraw(60), approve('ada')),
      command: () => approve('ada'),
      status: 403,
      text: 'Another operator has to approve this.',
    },
    {
      before: () => run(grant(1)[0]),
      command: () => ({ kind: 'approve_adjustment', adjustment: 2, operator: 'ada' }),
      status: 403,
      text: 'Another operator has to approve this.',
    },
  ],
  wrong_attempt: [
    {
      before: () => run(withdraw(3), approve('ada')),
      command: () => send(2_500_000n, 2),
      status: 409,
      text: 'This withdrawal is now on attempt 1.',
    },
    {
      before: () => run(withdraw(3), approve('ada'), send()),
      command: () => ({
        kind: 'confirm_withdrawal',
        withdrawal: 1,
        attempt: 1,
        txid: 'cd'.repeat(32),
        feeSun: units(0n),
      }),
      status: 409,
      text: 'This withdrawal is now on attempt 1.',
    },
  ],
  not_as_approved: {
    before: () => run(withdraw(3), approve('ada')),
    command: () => send(2_500_001n),
    status: 409,
    text: 'This payment isn’t the one that was approved.',
  },
  on_hold: {
    before: () => run(withdraw(3, AT + 1), approve('ada')),
    command: () => send(),
    status: 409,
    text: 'This is on hold until 2030-01-01T12:00:00.001Z. Try again after that.',
  },
  reason_required: {
    before: () => run(withdraw(3)),
    command: () => ({ kind: 'reject_withdrawal', withdrawal: 1, reason: ' ' }),
    status: 400,
    text: 'Please give a reason.',
  },
  unsound_catalogue: [
    {
      command: () => publish({ level2Micros: micros(500_001n) }),
      status: 400,
      text:
        'Bronze: the rewards and the sponsor bonus exceed the joining fee ' +
        '(1.000001 against 1.00).',
    },
    {
      command: () => {
        const [a, b, c, d, diamond] = DEFAULT_CATALOG
        const catalog: Catalog = [a, b, c, d, { ...diamond, reentries: 49 }]
        return { kind: 'publish_catalog', catalog, operator: 'ada' }
      },
      status: 400,
      text: 'Diamond: the re-entries cost more than the board pays (49.00 against 48.00).',
    },
    {
      command: () => publish({ reentries: 1 }),
      status: 400,
      text: 'Bronze: only a Diamond board gives re-entries.',
    },
    {
      command: () => publish({ feeMicros: micros(-1n) }),
      status: 400,
      text: 'Bronze: an amount is out of range.',
    },
  ],
}

const all = Object.entries(CASES).flatMap(([code, cases]) =>
  [cases].flat().map((each) => [code as RefusalCode, each.text, each] as const),
)

test.each(all)('%s: %s', (code, text, { before, command, status }) => {
  before?.()
  const applied = apply(state, command(), AT)
  if (!('refusal' in applied)) throw new Error('it was accepted')
  expect(applied.refusal.code).toBe(code)
  expect(english(ruleText(applied.refusal))).toBe(text)
  expect(statusOf(code)).toBe(status)
})

test.each([
  [40, 'Too many requests. Please wait a moment and try again.'],
  [3_001, 'Too many requests. Please try again in 51 minutes.'],
  [80_000, 'Too many requests. Please try again in 23 hours.'],
])('says how long a limit of %i seconds lasts', (retryAfterSeconds, said) => {
  expect(reject('rate_limited', { retryAfterSeconds }).message).toBe(said)
})
