/** Moves of money: deposits, withdrawals and adjustments, around all their limits. */
import type { Command } from '../../src/domain/ledger/command.ts'
import { micros, PAR_RATE, rateE8, units, type Coin } from '../../src/domain/money/money.ts'
import { coinsFor } from '../../src/domain/money/rate.ts'
import { naiveDepositFee } from './naive/deposits.ts'
import { naiveWithdrawalFee } from './naive/withdrawals.ts'
import {
  type Naive,
  type NaiveRequest,
  type NaiveWithdrawal,
  balanceIn,
  walletName,
} from './naive/state.ts'

/** The choices behind a move. */
export type Numbers = { readonly a: number; readonly b: number; readonly c: number }
type Make = (naive: Naive, numbers: Numbers, at: number) => Command[]

const OPERATORS = ['ada', 'bo', 'cy']
export const from = <T>(list: readonly T[], index: number): T => list[index % list.length] as T
export const person = (naive: Naive, index: number): number =>
  1 + (index % (naive.members.length + 1))
export const dollars = (amount: number) => micros(BigInt(Math.round(amount * 100)) * 10_000n)

/** Both halves of an adjustment. */
export const grant = (naive: Naive, member: number, amountMicros: bigint): Command[] => {
  const amount = { member, amountMicros: micros(amountMicros), reason: 'a test' }
  const adjustment = naive.adjustments.length + 1
  return [
    { kind: 'propose_adjustment', ...amount, operator: 'ada' },
    { kind: 'approve_adjustment', adjustment, operator: 'bo' },
  ]
}

/** More withdrawals than a member may have open. */
export const hoard: Make = (naive, { a }) => {
  const member = person(naive, a)
  const amountMicros = dollars(3)
  const one: Command = {
    kind: 'request_withdrawal',
    member,
    amountMicros,
    address: 'T',
    holdUntilAt: 0,
  }
  return [...grant(naive, member, dollars(40)), ...Array.from({ length: 11 }, () => one)]
}

export const coinOf = (pick: number): Coin => (pick % 2 === 0 ? 'TRX' : 'USDT')
const RATES = [rateE8(25_000_000n), rateE8(9_123_457n), rateE8(431_000_001n)]
const rateFor = (coin: Coin, pick: number) => (coin === 'USDT' ? PAR_RATE : from(RATES, pick))

export const openDeposit: Make = (naive, { a, b, c }, at) => {
  const coin = coinOf(b)
  const lockedE8 = rateFor(coin, c)
  const amountMicros = dollars(from([1.99, 2, 2.01, 5.55, 24.99, 100.01, 4_321], c))
  const feeMicros = micros(naiveDepositFee(amountMicros))
  const cryptoUnits = coinsFor(coin, micros(amountMicros + feeMicros), lockedE8)
  const amounts = { coin, amountMicros, feeMicros, cryptoUnits, lockedE8 }
  return [{ kind: 'open_deposit', member: person(naive, a), ...amounts, expiresAt: at + 900_000 }]
}

/** Amounts around the requested one: exact, on both edges of the tolerance, beyond, and dust. */
function nearUnits({ units: asked, rate }: NaiveRequest, pick: number): bigint {
  const tolerance = asked / 200n
  const cent = (10_000n * 100_000_000n) / rate
  const changes = [0n, tolerance, tolerance + 1n, -tolerance, -tolerance - 1n, cent, -cent]
  const more = [cent + 1n, -cent - 1n, cent + 2n, asked, -asked / 2n, 7n - asked]
  return asked + from([...changes, ...more], pick)
}

export const receive: Make = (naive, { a, b, c }, at) => {
  const open = naive.requests.findLast((request, i) => request.state === 'open' && (i + a) % 3 > 0)
  const coin = open?.coin ?? coinOf(c)
  // Without a request: dust, an amount that the fee uses up, the least creditable amount, and more.
  const small = from([20n, 9_999n, 10_000n, 109_999n, 110_000n, 439_999n, 440_000n], a)
  const amount = open ? nearUnits(open, b) : b % 2 === 0 ? small : BigInt(1 + b * c * c)
  return [
    {
      kind: 'receive_transfer',
      member: open?.member ?? person(naive, a),
      coin,
      network: 'test',
      txid: (naive.transfers.length + 1).toString(16).padStart(64, '0'),
      logIndex: 0,
      from: null,
      to: 'T',
      amountUnits: units(amount),
      blockE8: rateFor(coin, a + b),
      blockNumber: a,
      blockAt: at + from([0, 0, 0, 1_000, -10_000_000, 900_000, 900_001], c),
      attributable: b % 11 > 0,
      ...from([{}, {}, {}, { held: 'late_rate' }, { held: 'usdt_price' }] as const, a + c),
    },
  ]
}

export const accept: Make = (naive, { a, b }) => {
  const waiting = naive.transfers.flatMap(({ state }, i) => (state === 'unattributed' ? i + 1 : []))
  const any = 1 + (a % (naive.transfers.length + 1))
  const transfer = b % 4 === 0 || waiting.length === 0 ? any : from(waiting, a)
  const owner = naive.transfers[transfer - 1]?.member ?? 1
  return [{ kind: 'accept_transfer', transfer, member: from([owner, null, null, 1], b) }]
}

export const withdraw: Make = (naive, { a, b, c }, at) => {
  const rich = naive.members.filter(({ no }) => balanceIn(naive, walletName(no)) >= 3_000_000n)
  const member = b % 6 === 0 || rich.length === 0 ? person(naive, a) : from(rich, a).no
  const all = balanceIn(naive, walletName(member))
  const amounts = [3_000_000n, all, all + 1n, all / 2n, 2_990_000n, 3_000_000n, 26_000_000n]
  const amountMicros = micros(from(amounts, b))
  const holdUntilAt = from([0, 0, at, at + 1, at + 86_400_000], c)
  const about = { member, amountMicros, address: 'T', holdUntilAt }
  // Often none, now and then more than the amount leaves.
  const networkFeeMicros = micros(from([0n, 1_730_000n, 2_500_000n, 3_260_000n], a + c))
  const usdt = { payIn: 'USDT', networkFeeMicros } as const
  return [{ kind: 'request_withdrawal', ...about, ...(c % 3 === 0 ? usdt : {}) }]
}

const NEXT_STEPS = {
  pending: ['approve', 'approve', 'approve', 'reject', 'cancel', 'send'],
  approved: ['send', 'send', 'send', 'reject', 'approve', 'cancel'],
  sent: ['confirm', 'confirm', 'fail', 'fail', 'reject', 'send'],
} as const

/** The payment of an approved withdrawal: mostly right, sometimes at or past a limit. */
function payment(withdrawal: NaiveWithdrawal | undefined, { a, b, c }: Numbers) {
  const paidBy = a % 3 === 0 ? ('operator' as const) : ('us' as const)
  const { micros: amount, networkFee, payIn } = withdrawal ?? NOTHING
  const coin = paidBy === 'us' && b % 11 > 0 ? payIn : coinOf(b)
  const rate = rateFor(coin, c)
  const net = amount - naiveWithdrawalFee(amount) - networkFee
  const exact = (net * 100_000_000n) / rate
  const near = [exact - exact / 10n, exact + exact / 10n, exact + exact / 9n, exact / 2n]
  const amounts = [exact, exact, exact, exact + 1n, exact - 1n, ...near, 0n]
  const address = a % 13 === 0 ? 'another' : 'T'
  return { paidBy, coin, rateE8: rate, address, sentUnits: units(from(amounts, b)) }
}

const NOTHING = { micros: 3_000_000n, networkFee: 0n, payIn: 'TRX' } as const

/** The next event of an open withdrawal: mostly allowed, sometimes not. */
export const treat: Make = (naive, { a, b, c }) => {
  const open = naive.withdrawals.flatMap(({ state }, i) => (state in NEXT_STEPS ? i + 1 : []))
  const any = 1 + (a % (naive.withdrawals.length + 1))
  const withdrawal = b % 9 === 0 || open.length === 0 ? any : from(open, a)
  const old = naive.withdrawals[withdrawal - 1]
  const steps = NEXT_STEPS[(old?.state ?? 'sent') as keyof typeof NEXT_STEPS] ?? NEXT_STEPS.sent
  const limits = { payoutLimitMicros: dollars(25), dayLimitMicros: dollars(60) }
  const revision = from([null, null, old?.revision ?? 1, 1, 2], a)
  const operator = from(OPERATORS, b)
  const feeSun = units(BigInt(a % 3) * 345_000n)
  const attempt = (old?.attempt ?? 1) + (b % 7 === 0 ? 1 : 0)
  const txid = (b % 5 === 0 ? 'cd' : (old?.sent?.txid.slice(0, 2) ?? 'ab')).repeat(32)
  const ending = { withdrawal, attempt, txid, feeSun }
  const commands: Record<string, Command> = {
    approve: { kind: 'approve_withdrawal', withdrawal, operator, revision, ...limits },
    send: { kind: 'send_withdrawal', withdrawal, attempt, txid, ...payment(old, { a, b, c }) },
    confirm: { kind: 'confirm_withdrawal', ...ending },
    fail: { kind: 'fail_withdrawal', ...ending, reason: 'out of energy' },
    reject: { kind: 'reject_withdrawal', withdrawal, reason: from(['no', ' ', 'fraud'], b) },
    cancel: { kind: 'cancel_withdrawal', withdrawal, member: b % 5 ? (old?.member ?? 1) : 1 },
  }
  const chosen = commands[from(steps, c)]
  return chosen ? [chosen] : []
}

/** Disables an operator. In the test, the operator then continues as if enabled again. */
export const disable: Make = (_naive, { a }) => [
  { kind: 'withdraw_approvals', operator: from(OPERATORS, a), by: 'dee', reason: 'disabled' },
]

/** Sometimes so small that one operator is enough, until the limit is reached. */
export const adjust: Make = (naive, { a, b, c }) => {
  const member = person(naive, a)
  const small = [dollars(1), dollars(4), dollars(-1), dollars(9.99)]
  const amountMicros = c % 2 ? micros(BigInt(b - 5_000) * 10_000n) : from(small, b)
  const operator = from(OPERATORS, a)
  const limits = { memberLimitMicros: dollars(10), dayLimitMicros: dollars(15) }
  const about = { member, amountMicros, operator, reason: 'a test', ...(c % 5 ? limits : {}) }
  const adjustment = 1 + (a % (naive.adjustments.length + 1))
  return b % 2 === 0
    ? [{ kind: 'propose_adjustment', ...about }]
    : [
        a % 5 === 0
          ? { kind: 'reject_adjustment', adjustment, operator, reason: 'a test' }
          : { kind: 'approve_adjustment', adjustment, operator },
      ]
}
