/**
 * The rules as one function. `apply(state, command, at)` either changes the state and returns the
 * command's effects, or returns a refusal and changes nothing. It has no clock, no randomness, and
 * no I/O, so the same commands in the same order always give the same state.
 */
import { approveAdjustment, proposeAdjustment, rejectAdjustment } from './wallet/adjustment.ts'
import { DEFAULT_CATALOG, findUnsound, PLANS, BRONZE, type Catalog } from './money/catalog.ts'
import type { Command, CommandOf } from './ledger/command.ts'
import { acceptTransfer, expireDeposits, openDeposit, receiveTransfer } from './wallet/deposit.ts'
import type { Effects, Fact } from './ledger/fact.ts'
import { treasuryEntries } from './ledger/journal.ts'
import { post, walletOf } from './ledger/ledger.ts'
import { activate, createProfile, termsOf } from './network/activation.ts'
import {
  addMember,
  isSuspended,
  memberExists,
  setAutoUpgrade,
  setSuspended,
  upgradesAutomatically,
} from './network/members.ts'
import { seatRoot } from './network/placement.ts'
import { isActive, MAX_CATALOGS, ownerOf } from './network/seats.ts'
import {
  bookNetworkFee,
  confirmWithdrawal,
  failWithdrawal,
  sendWithdrawal,
} from './wallet/payout.ts'
import { refuse, type Refusal } from './ledger/refusal.ts'
import { HOUSE, type State } from './ledger/state.ts'
import { withdrawApprovals } from './wallet/withdraw-approvals.ts'
import {
  approveWithdrawal,
  cancelWithdrawal,
  rejectWithdrawal,
  requestWithdrawal,
} from './wallet/withdrawal.ts'

export type Applied = Effects | { readonly refusal: Refusal }
type Answer = { readonly refusal: Refusal } | null

/**
 * The first command of every book: it creates the house, its five root seats, and catalog version
 * 1.
 */
export const FOUNDING: CommandOf<'found'> = { kind: 'found', catalog: DEFAULT_CATALOG }

/**
 * Applies one command.
 * @param at milliseconds since 1970; never before the previous command
 */
export function apply(state: State, command: Command, at: number): Applied {
  const facts: Fact[] = []
  const refused = decide(state, facts, command, at)
  return refused ?? { facts }
}

function decide(state: State, facts: Fact[], command: Command, at: number): Answer {
  switch (command.kind) {
    case 'activate':
      return activateProfile(state, facts, command)
    case 'register':
      return register(state, facts, command.sponsor)
    case 'open_deposit':
      return openDeposit(state, facts, command, at)
    case 'receive_transfer':
      return receiveTransfer(state, facts, command)
    case 'expire_deposits':
      return expireDeposits(state, facts, command.blockAt)
    case 'accept_transfer':
      return acceptTransfer(state, facts, command)
    case 'request_withdrawal':
      return requestWithdrawal(state, facts, command)
    case 'approve_withdrawal':
      return approveWithdrawal(state, facts, command, at)
    case 'reject_withdrawal':
      return rejectWithdrawal(state, facts, command)
    case 'cancel_withdrawal':
      return cancelWithdrawal(state, facts, command)
    case 'send_withdrawal':
      return sendWithdrawal(state, facts, command, at)
    case 'confirm_withdrawal':
      return confirmWithdrawal(state, facts, command)
    case 'fail_withdrawal':
      return failWithdrawal(state, facts, command)
    case 'set_auto_upgrade':
    case 'set_suspended':
      return changeMember(state, facts, command)
    case 'propose_adjustment':
      return proposeAdjustment(state, facts, command, at)
    case 'approve_adjustment':
      return approveAdjustment(state, facts, command)
    case 'reject_adjustment':
      return rejectAdjustment(state, facts, command)
    case 'withdraw_approvals':
      return withdrawApprovals(state, facts, command)
    case 'book_network_fee':
      bookNetworkFee(state, facts, command.feeSun)
      return null
    case 'move_treasury': {
      const { coin, amountUnits } = command
      if (amountUnits === 0n) return refuse({ code: 'amount_out_of_range' })
      const entries = treasuryEntries(coin, amountUnits)
      post(state, facts, 'treasury', state.numbers.journal + 1, entries)
      return null
    }
    case 'publish_catalog':
      return publish(state, facts, command.catalog, command.operator)
    case 'found':
      return found(state, facts, command.catalog)
  }
}

function found(state: State, facts: Fact[], catalog: Catalog): Answer {
  if (state.numbers.member !== 0) return refuse({ code: 'already_founded' })
  const unsound = publish(state, facts, catalog, 'founding')
  if (unsound) return unsound
  facts.push({ fact: 'member', no: addMember(state, 0), sponsor: null })
  for (const plan of PLANS) {
    const profile = createProfile(state, facts, HOUSE, plan, 'join', null)
    seatRoot(state, profile)
    const { ordinal } = state.numbers
    const root = { profile, ordinal, plan, parent: 0, side: 0, depth: 0, jump: profile } as const
    facts.push({ fact: 'seat', ...root })
  }
  return null
}

function publish(state: State, facts: Fact[], catalog: Catalog, by: string): Answer {
  const unsound = findUnsound(catalog)
  if (unsound) return refuse({ code: 'unsound_catalogue', unsound })
  if (state.catalogs.length >= MAX_CATALOGS) return refuse({ code: 'amount_out_of_range' })
  state.catalogs.push(catalog)
  facts.push({ fact: 'catalog', version: state.catalogs.length, by, catalog })
  return null
}

/** A new member and one inactive Bronze profile, which gets a seat once it is paid for. */
function register(state: State, facts: Fact[], sponsor: number): Answer {
  if (!memberExists(state, sponsor)) return refuse({ code: 'not_found' })
  const no = addMember(state, sponsor)
  facts.push({ fact: 'member', no, sponsor })
  createProfile(state, facts, no, BRONZE, 'join', null)
  return null
}

function activateProfile(state: State, facts: Fact[], command: CommandOf<'activate'>): Answer {
  const { member, profile } = command
  const exists = Number.isInteger(profile) && profile >= 1 && profile <= state.numbers.profile
  if (!exists || ownerOf(state, profile) !== member) return refuse({ code: 'not_found' })
  if (isActive(state, profile)) return refuse({ code: 'already_active' })
  if (isSuspended(state, member)) return refuse({ code: 'member_suspended' })
  const availableMicros = walletOf(state, member)
  if (availableMicros < termsOf(state, profile).feeMicros) {
    return refuse({ code: 'insufficient_balance', availableMicros })
  }
  activate(state, facts, profile)
  return null
}

function changeMember(
  state: State,
  facts: Fact[],
  command: CommandOf<'set_auto_upgrade' | 'set_suspended'>,
): Answer {
  const { kind, member, on } = command
  if (!memberExists(state, member) || member === HOUSE) return refuse({ code: 'not_found' })
  if (kind === 'set_suspended') setSuspended(state, member, on)
  else setAutoUpgrade(state, member, on)
  const suspended = isSuspended(state, member)
  const autoUpgrade = upgradesAutomatically(state, member)
  facts.push({ fact: 'member_changed', no: member, suspended, autoUpgrade })
  return null
}
