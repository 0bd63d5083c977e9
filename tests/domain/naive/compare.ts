/** Describes differences between the rules and the naive model: balances, seats, flags, states. */
import {
  accountName,
  HOUSE_ACCOUNTS,
  wallet,
  withdrawalHold,
} from '../../../src/domain/ledger/account.ts'
import { eventsOf, type Effects } from '../../../src/domain/ledger/event.ts'
import {
  isSuspended,
  sponsorOf,
  upgradesAutomatically,
} from '../../../src/domain/network/members.ts'
import {
  filledOf,
  LEFT,
  ownerOf,
  PARENT,
  planOf,
  RIGHT,
  isActive,
  isImported,
  versionOf,
} from '../../../src/domain/network/seats.ts'
import type { State } from '../../../src/domain/ledger/state.ts'
import { latest } from '../fold-events.ts'
import { countBoard } from './network.ts'
import { type Naive, balanceIn } from './state.ts'

/** Every difference between the model and the state, and the events that led to it. */
export function differences(naive: Naive, state: State, effects: Effects): string[] {
  const found: string[] = []
  const same = (what: string, model: unknown, rules: unknown): void => {
    if (model !== rules) found.push(`${what}: the model says ${model}, the rules ${rules}`)
  }
  compareBalances(naive, state, same)
  compareMembers(naive, state, same)
  compareProfiles(naive, state, effects, same)
  compareMoney(naive, effects, same)
  return found
}

type Same = (what: string, model: unknown, rules: unknown) => void

function compareBalances(naive: Naive, state: State, same: Same): void {
  const accounts: number[] = HOUSE_ACCOUNTS.map(({ no }) => no)
  for (const { no } of naive.members) accounts.push(wallet(no), withdrawalHold(no))
  for (const account of accounts) {
    const name = accountName(account)
    same(name, balanceIn(naive, name), state.balances.get(account))
  }
}

function compareMembers(naive: Naive, state: State, same: Same): void {
  same('members', naive.members.length, state.numbers.member)
  for (const { no, sponsor, suspended, autoUpgrade } of naive.members) {
    same(`sponsor of ${no}`, sponsor?.no ?? 0, sponsorOf(state, no))
    same(`suspension of ${no}`, suspended, isSuspended(state, no))
    same(`auto upgrade of ${no}`, autoUpgrade, upgradesAutomatically(state, no))
  }
}

function compareProfiles(naive: Naive, state: State, effects: Effects, same: Same): void {
  same('last sealed day', naive.sealed.at(-1) ?? '', state.sealedDay)
  same('rules', naive.rules, state.numbers.rules)
  same('profiles', naive.profiles.length, state.numbers.profile)
  same('activations', naive.turns, state.numbers.ordinal)
  for (const each of naive.profiles) {
    const { no, owner, plan, version, imported, turn, parent, left, right } = each
    same(`owner of profile ${no}`, owner.no, ownerOf(state, no))
    same(`plan of profile ${no}`, plan, planOf(state, no))
    same(`version of profile ${no}`, version, versionOf(state, no))
    same(`import of profile ${no}`, imported, isImported(state, no))
    same(`activity of profile ${no}`, turn > 0, isActive(state, no))
    same(`parent of profile ${no}`, parent?.no ?? 0, state.seats.get(no, PARENT))
    same(`left of profile ${no}`, left?.no ?? 0, state.seats.get(no, LEFT))
    same(`right of profile ${no}`, right?.no ?? 0, state.seats.get(no, RIGHT))
    same(`board of profile ${no}`, countBoard(each), filledOf(state, no))
  }
  for (const { no, origin, originNo } of eventsOf(effects, 'profile')) {
    const model = naive.profiles[no - 1]
    same(`origin of profile ${no}`, `${model?.origin} ${model?.from}`, `${origin} ${originNo}`)
  }
  for (const { profile, ordinal } of eventsOf(effects, 'seat')) {
    same(`turn of profile ${profile}`, naive.profiles[profile - 1]?.turn, ordinal)
  }
}

function compareMoney(naive: Naive, effects: Effects, same: Same): void {
  const requests = latest(eventsOf(effects, 'deposit_request'))
  const transfers = latest(eventsOf(effects, 'transfer'))
  const withdrawals = latest(eventsOf(effects, 'withdrawal'))
  same('requests', naive.requests.length, requests.length)
  same('transfers', naive.transfers.length, transfers.length)
  same('withdrawals', naive.withdrawals.length, withdrawals.length)
  for (const { no, state, creditedMicros } of requests) {
    const model = naive.requests[no - 1]
    same(`request ${no}`, `${model?.state} ${model?.creditedMicros}`, `${state} ${creditedMicros}`)
  }
  for (const { no, state, creditedMicros, request } of transfers) {
    const model = naive.transfers[no - 1]
    const met = model?.request ? naive.requests.indexOf(model.request) + 1 : null
    const said = `${model?.state} ${model?.creditedMicros} ${met}`
    same(`transfer ${no}`, said, `${state} ${creditedMicros} ${request}`)
  }
  for (const { no, state, revision, attempt, approvedBy } of withdrawals) {
    const model = naive.withdrawals[no - 1]
    const said = `${model?.state} ${model?.revision} ${model?.attempt} ${model?.approvedBy}`
    same(`withdrawal ${no}`, said, `${state} ${revision} ${attempt} ${approvedBy}`)
  }
}
