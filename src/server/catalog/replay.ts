/**
 * Replays the real commands under another catalog. If the draft pays more or less, members can
 * afford different things, so profiles, withdrawals and adjustments get different numbers. We map
 * each command to its counterpart under the draft. A command without a counterpart counts as
 * refused.
 */
import { apply } from '../../domain/book.ts'
import { PLAN_MARGIN, wallet, withdrawalHold } from '../../domain/ledger/account.ts'
import type { Catalog } from '../../domain/money/catalog.ts'
import type { Command } from '../../domain/ledger/command.ts'
import { eventsOf, type Effects } from '../../domain/ledger/event.ts'
import { micros } from '../../domain/money/money.ts'
import { BOARD_SIZE } from '../../domain/network/board.ts'
import { filledOf, isImported, ownerOf, PARENT, planOf } from '../../domain/network/seats.ts'
import { commit, emptyState, HOUSE, type State } from '../../domain/ledger/state.ts'
import { BigInt64Table, Int32Table } from '../../domain/ledger/table.ts'
import { ProfilePairs } from './profile-pairs.ts'

/** One of the two ledgers, and its results. */
type Side = {
  state: State
  /** By member number: rewards in micro-dollars. */
  rewards: BigInt64Table
  boards: number[]
}

export type Replay = {
  actual: Side
  draft: Side
  /** By kind and code: accepted in reality, refused under the draft. */
  refused: Map<string, number>
  commands: number
  catalog: Catalog
  /** By withdrawal number in reality: the number under the draft, or 0. */
  withdrawals: Int32Table
  /** The same for adjustments. */
  adjustments: Int32Table
  profiles: ProfilePairs
}

const makeSide = (): Side => ({
  state: emptyState(),
  rewards: new BigInt64Table(),
  boards: [0, 0, 0, 0, 0],
})

export const startReplay = (catalog: Catalog): Replay => ({
  actual: makeSide(),
  draft: makeSide(),
  refused: new Map(),
  commands: 0,
  catalog,
  withdrawals: new Int32Table(1),
  adjustments: new Int32Table(1),
  profiles: new ProfilePairs(),
})

/** Applies the next command of the log to both. */
export function replayCommand(replay: Replay, command: Command, at: number): void {
  replay.commands++
  const done = apply(replay.actual.state, command, at)
  if ('refusal' in done) throw new Error(`the log holds a refused command: ${done.refusal.code}`)
  const meant = translate(replay, command, done)
  note(replay.actual, done)
  for (const { no, member, plan } of eventsOf(done, 'profile')) {
    replay.profiles.addActual(no, member, plan)
  }
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
  for (const { no, member, plan } of eventsOf(tried, 'profile')) {
    replay.profiles.addDraft(no, member, plan)
  }
  match(replay.withdrawals, eventsOf(done, 'withdrawal'), eventsOf(tried, 'withdrawal'))
  match(replay.adjustments, eventsOf(done, 'adjustment'), eventsOf(tried, 'adjustment'))
  commit(replay.draft.state)
}

type Numbered = { readonly no: number }

/** Records which number the draft uses for a command's result. */
function match(numbers: Int32Table, [was]: readonly Numbered[], [is]: readonly Numbered[]): void {
  if (!was || !is) return
  numbers.set(was.no, 0, is.no)
  numbers.commit()
}

/** The command under the draft; null if it has no target, or `skip`. */
function translate(replay: Replay, command: Command, done: Effects): Command | null | 'skip' {
  if (command.kind === 'found') return { ...command, catalog: replay.catalog }
  if (command.kind === 'publish_catalog' || command.kind === 'seal_day') return 'skip'
  if (command.kind === 'activate') {
    const profile = replay.profiles.draftOf(command.profile)
    return profile === 0 ? null : { ...command, profile }
  }
  if (command.kind === 'propose_adjustment') {
    // If it awaited a second operator in reality, it does here too, whatever the limits allow.
    const none = micros(0n)
    const alone = eventsOf(done, 'adjustment')[0]?.alone
    return alone ? command : { ...command, memberLimitMicros: none, dayLimitMicros: none }
  }
  if ('adjustment' in command) {
    const adjustment = replay.adjustments.get(command.adjustment, 0)
    return adjustment === 0 ? null : { ...command, adjustment }
  }
  if (command.kind !== 'request_withdrawal' && 'withdrawal' in command) {
    const withdrawal = replay.withdrawals.get(command.withdrawal, 0)
    return withdrawal === 0 ? null : renumber(command, withdrawal)
  }
  return command
}

/** The revision belongs to the other withdrawal's history, so each approval counts as it comes. */
function renumber(command: Extract<Command, { withdrawal: number }>, withdrawal: number): Command {
  if (command.kind === 'approve_withdrawal') return { ...command, withdrawal, revision: null }
  return { ...command, withdrawal }
}

/**
 * Counts the boards that these events complete, without those of the company and of imported seats.
 */
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
    if (isImported(state, seat)) continue
    const plan = planOf(state, seat)
    boards[plan] = (boards[plan] ?? 0) + 1
  }
}

function note(side: Side, effects: Effects): void {
  countBoards(side, effects)
  const { rewards } = side
  for (const event of effects.events) {
    if (event.event !== 'journal' || event.kind !== 'activation') continue
    for (const { account, amount, purpose } of event.postings) {
      if (purpose !== 'level1' && purpose !== 'level2' && purpose !== 'sponsor_bonus') continue
      const member = (account - wallet(0)) / 2
      if (member > HOUSE) rewards.set(member, rewards.get(member) + amount)
    }
  }
  rewards.commit()
}

export type SideFigures = { paid: bigint; margin: bigint; owed: bigint; boards: number[] }

/** What one side paid, kept and owes at the end. */
export function figuresOf({ state, rewards, boards }: Side): SideFigures {
  let [owed, paid] = [0n, 0n]
  for (let member = 1; member <= state.numbers.member; member++) {
    owed += state.balances.get(wallet(member)) + state.balances.get(withdrawalHold(member))
    paid += rewards.get(member)
  }
  return { paid, margin: state.balances.get(PLAN_MARGIN), owed, boards }
}

const size = (value: bigint): bigint => (value < 0n ? -value : value)

type Difference = { member: number; actual: bigint; draft: bigint }

function byDifference(a: Difference, b: Difference): number {
  const [mine, theirs] = [size(a.draft - a.actual), size(b.draft - b.actual)]
  return mine === theirs ? a.member - b.member : mine < theirs ? 1 : -1
}

/** How many differences to collect before dropping the smallest. */
const COLLECTED = 10_000

/** Members whose rewards differ, largest difference first. */
export function differing({ actual, draft }: Replay, most: number) {
  let [count, top]: [number, Difference[]] = [0, []]
  for (let member = 1; member <= actual.state.numbers.member; member++) {
    const [was, is] = [actual.rewards.get(member), draft.rewards.get(member)]
    if (was === is) continue
    count++
    top.push({ member, actual: was, draft: is })
    if (top.length >= COLLECTED) top = top.toSorted(byDifference).slice(0, most)
  }
  return { count, top: top.toSorted(byDifference).slice(0, most) }
}
