/**
 * Replays the real commands under another catalog. If the draft pays more or less, members can
 * afford different things, so profiles, withdrawals and adjustments get different numbers. A
 * command finds its target by what it meant. One that no longer has a target counts as refused.
 */
import { apply } from '../../domain/book.ts'
import { PLAN_MARGIN, wallet, withdrawalHold } from '../../domain/ledger/account.ts'
import type { Catalog } from '../../domain/money/catalog.ts'
import type { Command } from '../../domain/ledger/command.ts'
import { eventsOf, type Effects } from '../../domain/ledger/event.ts'
import { micros } from '../../domain/money/money.ts'
import { BOARD_SIZE } from '../../domain/network/board.ts'
import { filledOf, ownerOf, PARENT, planOf } from '../../domain/network/seats.ts'
import { commit, emptyState, HOUSE, type State } from '../../domain/ledger/state.ts'

/** One of the two ledgers, and its results. */
type Side = {
  state: State
  /** By member number: rewards in micro-dollars. */
  rewards: bigint[]
  boards: number[]
  /** Profile numbers by member and plan, in order of creation. */
  profiles: Map<number, number[]>
}

export type Replay = {
  actual: Side
  draft: Side
  /** By kind and code: accepted in reality, refused under the draft. */
  refused: Map<string, number>
  commands: number
  catalog: Catalog
  /** Withdrawal numbers in reality to those under the draft. */
  withdrawals: Map<number, number>
  /** The same for adjustments. */
  adjustments: Map<number, number>
  /** By real profile number: its index among its owner's profiles on that plan. */
  locations: Map<number, { key: number; index: number }>
}

const makeSide = (): Side => ({
  state: emptyState(),
  rewards: [],
  boards: [0, 0, 0, 0, 0],
  profiles: new Map(),
})

export const startReplay = (catalog: Catalog): Replay => ({
  actual: makeSide(),
  draft: makeSide(),
  refused: new Map(),
  commands: 0,
  catalog,
  withdrawals: new Map(),
  adjustments: new Map(),
  locations: new Map(),
})

/** Applies the next command of the log to both. */
export function replayCommand(replay: Replay, command: Command, at: number): void {
  replay.commands++
  const done = apply(replay.actual.state, command, at)
  if ('refusal' in done) throw new Error(`the log holds a refused command: ${done.refusal.code}`)
  const meant = translate(replay, command, done)
  note(replay.actual, done, (profile, key, index) => replay.locations.set(profile, { key, index }))
  commit(replay.actual.state)
  if (meant === 'skip') return
  const tried = meant === null ? null : apply(replay.draft.state, meant, at)
  if (tried === null || 'refusal' in tried) {
    const code = tried === null ? 'not_found' : tried.refusal.code
    const name = `${command.kind} ${code}`
    replay.refused.set(name, (replay.refused.get(name) ?? 0) + 1)
    return
  }
  note(replay.draft, tried)
  match(replay.withdrawals, eventsOf(done, 'withdrawal'), eventsOf(tried, 'withdrawal'))
  match(replay.adjustments, eventsOf(done, 'adjustment'), eventsOf(tried, 'adjustment'))
  commit(replay.draft.state)
}

type Numbered = { readonly no: number }

/** Remembers which number the draft has for a command's result. */
function match(
  numbers: Map<number, number>,
  [was]: readonly Numbered[],
  [is]: readonly Numbered[],
): void {
  if (was && is) numbers.set(was.no, is.no)
}

/** The command under the draft; null if it has no target, or `skip`. */
function translate(replay: Replay, command: Command, done: Effects): Command | null | 'skip' {
  if (command.kind === 'found') return { ...command, catalog: replay.catalog }
  if (command.kind === 'publish_catalog') return 'skip'
  if (command.kind === 'activate') {
    const known = replay.locations.get(command.profile)
    const profile = known && replay.draft.profiles.get(known.key)?.[known.index]
    return profile === undefined ? null : { ...command, profile }
  }
  if (command.kind === 'propose_adjustment') {
    // What waited for a second operator in reality also waits here, whatever the limits allow.
    const none = micros(0n)
    const alone = eventsOf(done, 'adjustment')[0]?.alone
    return alone ? command : { ...command, memberLimitMicros: none, dayLimitMicros: none }
  }
  if ('adjustment' in command) {
    const adjustment = replay.adjustments.get(command.adjustment)
    return adjustment === undefined ? null : { ...command, adjustment }
  }
  if (command.kind !== 'request_withdrawal' && 'withdrawal' in command) {
    const withdrawal = replay.withdrawals.get(command.withdrawal)
    return withdrawal === undefined ? null : renumber(command, withdrawal)
  }
  return command
}

/** The revision belongs to the other withdrawal's history, so each approval counts as it comes. */
function renumber(command: Extract<Command, { withdrawal: number }>, withdrawal: number): Command {
  if (command.kind === 'approve_withdrawal') return { ...command, withdrawal, revision: null }
  return { ...command, withdrawal }
}

const keyOf = (member: number, plan: number): number => member * 8 + plan

/** Counts the boards that these events complete. The company's boards don't count. */
function countBoards({ state, boards }: Side, effects: Effects): void {
  const touched = new Set<number>()
  for (const { parent } of eventsOf(effects, 'seat')) {
    if (parent === 0) continue
    touched.add(parent)
    const above = state.seats.get(parent, PARENT)
    if (above !== 0) touched.add(above)
  }
  for (const seat of touched) {
    if (filledOf(state, seat) !== BOARD_SIZE || ownerOf(state, seat) === HOUSE) continue
    const plan = planOf(state, seat)
    boards[plan] = (boards[plan] ?? 0) + 1
  }
}

type OnProfile = (profile: number, key: number, index: number) => void

function note(side: Side, effects: Effects, onProfile: OnProfile = () => {}): void {
  countBoards(side, effects)
  for (const event of effects.events) {
    if (event.event === 'profile') {
      const key = keyOf(event.member, event.plan)
      const own = side.profiles.get(key)
      if (own) own.push(event.no)
      else side.profiles.set(key, [event.no])
      onProfile(event.no, key, (own?.length ?? 1) - 1)
    }
    if (event.event !== 'journal' || event.kind !== 'activation') continue
    for (const { account, amount, purpose } of event.postings) {
      if (purpose !== 'level1' && purpose !== 'level2' && purpose !== 'sponsor_bonus') continue
      const member = (account - wallet(0)) / 2
      if (member > HOUSE) side.rewards[member] = (side.rewards[member] ?? 0n) + amount
    }
  }
}

export type SideFigures = { paid: bigint; margin: bigint; owed: bigint; boards: number[] }

/** What one side paid, kept and owes at the end. */
export function figuresOf({ state, rewards, boards }: Side): SideFigures {
  let owed = 0n
  for (let member = 1; member <= state.numbers.member; member++) {
    owed += state.balances.get(wallet(member)) + state.balances.get(withdrawalHold(member))
  }
  const paid = rewards.reduce((sum, each) => sum + (each ?? 0n), 0n)
  return { paid, margin: state.balances.get(PLAN_MARGIN), owed, boards }
}

const size = (value: bigint): bigint => (value < 0n ? -value : value)

/** Members whose rewards differ, largest difference first. */
export function differing({ actual, draft }: Replay, most: number) {
  const found: { member: number; actual: bigint; draft: bigint }[] = []
  const members = Math.max(actual.rewards.length, draft.rewards.length)
  for (let member = 0; member < members; member++) {
    const [was, is] = [actual.rewards[member] ?? 0n, draft.rewards[member] ?? 0n]
    if (was !== is) found.push({ member, actual: was, draft: is })
  }
  const top = found.toSorted((a, b) => {
    const [mine, theirs] = [size(a.draft - a.actual), size(b.draft - b.actual)]
    return mine === theirs ? a.member - b.member : mine < theirs ? 1 : -1
  })
  return { count: found.length, top: top.slice(0, most) }
}
