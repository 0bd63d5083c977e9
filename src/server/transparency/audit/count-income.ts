import {
  CHARGE_ACCOUNTS,
  FIRST_MEMBER_ACCOUNT,
  KEPT_ACCOUNTS,
  PLAN_MARGIN,
} from '../../../domain/ledger/account.ts'
import type { EventOf, LedgerEvent } from '../../../domain/ledger/event.ts'
import type { Purpose } from '../../../domain/ledger/journal.ts'
import { HOUSE, type State } from '../../../domain/ledger/state.ts'
import { BigInt64Table, Int32Table } from '../../../domain/ledger/table.ts'
import { CENT } from '../../../domain/money/money.ts'
import { PLANS } from '../../../domain/money/catalog.ts'
import { planOf } from '../../../domain/network/seats.ts'
import type { Json } from '../../../proof/canonical.ts'
import { describeIncome } from '../income/describe-income.ts'
import { histogramsOf, type MemberCount } from '../income/histograms.ts'

const REWARDS: ReadonlySet<Purpose> = new Set(['level1', 'level2', 'sponsor_bonus'])
const OWNERS: ReadonlySet<Purpose> = new Set(['deposit', 'payout'])
const CHARGES: ReadonlySet<number> = new Set(CHARGE_ACCOUNTS)

/** Fields: the month of the first joining fee, and the highest plan paid for, each + 1. */
const [MONTH, PLAN] = [0, 1]

const memberOf = (account: number): number | null =>
  account < FIRST_MEMBER_ACCOUNT ? null : Math.floor((account - FIRST_MEMBER_ACCOUNT) / 2)

/** Rounded down, so that a loss is never made smaller. */
const centsOf = (micros: bigint): bigint =>
  micros / CENT - (micros % CENT !== 0n && micros < 0n ? 1n : 0n)

const monthNo = (at: number): number => {
  const day = new Date(at)
  return day.getUTCFullYear() * 12 + day.getUTCMonth()
}
const monthText = (no: number): string =>
  `${Math.floor(no / 12)}-${String((no % 12) + 1).padStart(2, '0')}`

function add(table: BigInt64Table, member: number, amount: bigint): void {
  table.set(member, table.get(member) + amount)
}

type Counts = Record<MemberCount['measure'], Map<bigint, number>>
const noCounts = (): Counts => ({ result: new Map(), paid: new Map(), rewards: new Map() })

/** Counts what members paid and received, journal by journal, as an auditor does from the log. */
export class IncomeCount {
  #paid = new BigInt64Table()
  #charges = new BigInt64Table()
  #rewards = new BigInt64Table()
  #firsts = new Int32Table(2)
  #places = PLANS.map((plan) => ({ plan, places: 0, fees: 0n, rewards: 0n }))

  take(events: readonly LedgerEvent[], at: number, state: State): void {
    for (const event of events) {
      if (event.event !== 'journal') continue
      this.#takeJournal(event)
      if (event.kind === 'activation') this.#takeActivation(event, at, state)
    }
  }

  /** Drops the undo log, because nothing here is ever undone. */
  commit(): void {
    for (const table of [this.#paid, this.#charges, this.#rewards, this.#firsts]) table.commit()
  }

  /** @throws when what members lost isn't what the house kept */
  describe(state: State): Json {
    const members = state.numbers.member
    let [together, payers] = [0n, 0]
    for (let no = HOUSE; no <= members; no++) {
      together += this.#rewards.get(no) - this.#paid.get(no) - this.#charges.get(no)
      if (no !== HOUSE && this.#firsts.get(no, MONTH) !== 0) payers++
    }
    const kept = KEPT_ACCOUNTS.reduce((sum, no) => sum + state.balances.get(no), 0n)
    return describeIncome({
      registered: members - HOUSE,
      together,
      payers,
      kept,
      margin: state.balances.get(PLAN_MARGIN),
      histograms: histogramsOf([...this.#countMembers(members)]),
      places: this.#places.filter((each) => each.places > 0),
    })
  }

  #takeJournal(journal: EventOf<'journal'>): void {
    let [charged, owner] = [0n, -1]
    for (const { account, amount, purpose } of journal.postings) {
      const member = memberOf(account)
      if (member !== null && REWARDS.has(purpose)) add(this.#rewards, member, amount)
      if (member !== null && OWNERS.has(purpose)) owner = member
      if (CHARGES.has(account)) charged += amount
    }
    if (owner >= 0) add(this.#charges, owner, charged)
  }

  #takeActivation({ postings, subject }: EventOf<'journal'>, at: number, state: State): void {
    const plan = planOf(state, subject)
    const own = this.#places[plan]
    const fee = postings.find(({ purpose }) => purpose === 'fee')
    const member = fee && memberOf(fee.account)
    if (!own || !fee || typeof member !== 'number') return
    add(this.#paid, member, -fee.amount)
    const firsts = this.#firsts
    if (firsts.get(member, MONTH) === 0) firsts.set(member, MONTH, monthNo(at) + 1)
    firsts.set(member, PLAN, Math.max(firsts.get(member, PLAN), plan + 1))
    own.places++
    own.fees -= fee.amount
    for (const { amount, purpose } of postings) if (REWARDS.has(purpose)) own.rewards += amount
  }

  *#countMembers(members: number): Generator<MemberCount> {
    const groups = new Map<number, Counts>()
    for (let no = HOUSE + 1; no <= members; no++) {
      const month = this.#firsts.get(no, MONTH)
      if (month === 0) continue
      const key = month * PLANS.length + this.#firsts.get(no, PLAN) - 1
      const own = groups.get(key) ?? noCounts()
      groups.set(key, own)
      const [paid, got] = [this.#paid.get(no), this.#rewards.get(no)]
      count(own.result, centsOf(got - paid - this.#charges.get(no)))
      count(own.paid, centsOf(paid))
      count(own.rewards, got)
    }
    for (const [key, own] of groups) {
      const plan = key % PLANS.length
      const month = monthText(Math.floor(key / PLANS.length) - 1)
      for (const measure of ['result', 'paid', 'rewards'] as const) {
        for (const [amount, counted] of own[measure]) {
          yield { plan, month, measure, amount, members: counted }
        }
      }
    }
  }
}

function count(counts: Map<bigint, number>, amount: bigint): void {
  counts.set(amount, (counts.get(amount) ?? 0) + 1)
}
