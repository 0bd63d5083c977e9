/** Plays commands through both the rules and the naive model, and checks every posting. */
import { assetOf, FIRST_MEMBER_ACCOUNT } from '../../src/domain/ledger/account.ts'
import { apply, FOUNDING } from '../../src/domain/book.ts'
import type { Command } from '../../src/domain/ledger/command.ts'
import { eventsOf, type Effects } from '../../src/domain/ledger/event.ts'
import { commit, emptyState, type State } from '../../src/domain/ledger/state.ts'
import { differences } from './naive/compare.ts'
import type { Dated } from './fold-events.ts'
import { commandsOf, pauseMs, type Move, type Shape } from './moves.ts'
import { play } from './naive/model.ts'
import { type Naive, emptyNaive } from './naive/state.ts'

export type Both = {
  readonly naive: Naive
  readonly state: State
  /** The accepted commands and their effects. */
  readonly accepted: { command: Command; at: number }[]
  readonly log: Dated[]
  /** The sum of postings so far, by account. */
  readonly sums: Map<number, bigint>
  at: number
}

/** A founded book and its model. */
export function openBoth(): Both {
  const both: Both = {
    naive: emptyNaive(),
    state: emptyState(),
    accepted: [],
    log: [],
    sums: new Map(),
    at: 1_800_000_000_000,
  }
  step(both, FOUNDING)
  commit(both.state)
  return both
}

/** Plays one command. Throws if the model and the rules disagree about refusing it, or why. */
export function step(both: Both, command: Command): void {
  const { naive, state, at } = both
  const expected = play(naive, command, at)
  const applied = apply(state, command, at)
  const code = 'refusal' in applied ? applied.refusal.code : null
  if (code !== expected) {
    const said = `${command.kind}: the model says ${expected}, the rules ${code}`
    throw new Error(said)
  }
  if ('refusal' in applied) return
  both.accepted.push({ command, at })
  both.log.push({ at, effects: applied })
  checkPostings(both.sums, applied)
}

export function playMove(both: Both, move: Move, shape: Shape): void {
  both.at += pauseMs(move)
  for (const command of commandsOf(both.naive, move, both.at, shape)) step(both, command)
}

/** All effects as one list of events. */
export const allEffects = (both: Both): Effects => ({
  events: both.log.flatMap(({ effects }) => effects.events),
})

/** Throws with every difference between the model and the rules. */
export function expectAgreement(both: Both): void {
  const found = differences(both.naive, both.state, allEffects(both))
  if (found.length > 0) throw new Error(found.slice(0, 20).join('\n'))
}

/** Each journal adds up to zero per asset, each balance matches, and no member falls below zero. */
function checkPostings(sums: Map<number, bigint>, effects: Effects): void {
  for (const { no, postings } of eventsOf(effects, 'journal')) {
    const byAsset = new Map<string, bigint>()
    for (const { account, amount, balanceAfter } of postings) {
      const asset = assetOf(account)
      byAsset.set(asset, (byAsset.get(asset) ?? 0n) + amount)
      const sum = (sums.get(account) ?? 0n) + amount
      sums.set(account, sum)
      const isBad = account >= FIRST_MEMBER_ACCOUNT && sum < 0n
      if (amount === 0n || balanceAfter !== sum || isBad) {
        throw new Error(`journal ${no}: ${amount} gives account ${account} ${balanceAfter}`)
      }
    }
    for (const [asset, sum] of byAsset) {
      if (sum !== 0n) throw new Error(`journal ${no}: ${asset} adds up to ${sum}`)
    }
  }
}
