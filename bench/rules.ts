/** Only the rules, in memory: activations per second, and bytes per seat. */
import { apply, FOUNDING } from '../src/domain/book.ts'
import { wallet } from '../src/domain/ledger/account.ts'
import { commit, emptyState, type State } from '../src/domain/ledger/state.ts'
import { makeDice } from '../src/server/demo/dice.ts'
import { hold, note, section } from './report.ts'

/** As many as the book settles in one batch under load. */
const BATCH = 500

type Measured = { readonly activationsPerSecond: number; readonly state: State }

function activateAll(count: number, sponsorOf: (n: number) => number): Measured {
  const state = emptyState()
  apply(state, FOUNDING, 0)
  for (let n = 0; n < count; n++) {
    apply(state, { kind: 'register', sponsor: sponsorOf(n) }, 0)
    state.balances.set(wallet(n + 2), 1_000_000_000n)
    commit(state)
  }
  const before = state.numbers.ordinal
  const started = performance.now()
  for (let n = 0; n < count; n++) {
    apply(state, { kind: 'activate', member: n + 2, profile: n + 6 }, 0)
    if (n % BATCH === 0) commit(state)
  }
  const seconds = (performance.now() - started) / 1000
  return { activationsPerSecond: (state.numbers.ordinal - before) / seconds, state }
}

/** Counts seats taken, including the upgrades that full boards bring. */
export function measureRules(): void {
  section('Rules in memory (activations applied per second, upgrades included)')
  const random = makeDice(1)
  activateAll(200_000, (n) => (n === 0 ? 1 : 2 + random(n)))
  const shapes: [string, number, (n: number) => number][] = [
    ['10,000 members, random sponsors', 10_000, (n) => (n === 0 ? 1 : 2 + random(n))],
    ['100,000 members, random sponsors', 100_000, (n) => (n === 0 ? 1 : 2 + random(n))],
    ['1,000,000 members, random sponsors', 1_000_000, (n) => (n === 0 ? 1 : 2 + random(n))],
    ['1,000,000 members, all under the house', 1_000_000, () => 1],
    ['1,000,000 members, each sponsors the next', 1_000_000, (n) => n + 1],
  ]
  for (const [name, count, sponsorOf] of shapes) {
    const { activationsPerSecond, state } = activateAll(count, sponsorOf)
    hold(name, activationsPerSecond, { atLeast: 1_000_000 })
    if (count !== 1_000_000) continue
    const seats = state.numbers.ordinal
    const bytes = (state.seats.bytes + state.holdings.bytes) / seats
    hold('  bytes per seat: seats, boards, open depths, holdings', bytes, { atMost: 64 })
    const member = (state.members.bytes + state.balances.bytes) / state.numbers.member
    note('  bytes per member: sponsor chain, wallet, held money', member, 'bytes')
  }
}
