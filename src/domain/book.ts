/**
 * The rules as one function. `apply(state, command, at)` either changes the state and returns the
 * command's effects, or returns a refusal and changes nothing. It has no clock, no randomness, and
 * no I/O, so the same commands in the same order always give the same state.
 */
import { approveAdjustment, proposeAdjustment, rejectAdjustment } from './wallet/adjustment.ts'
import { DEFAULT_CATALOG, findUnsound, PLANS, BRONZE, type Catalog } from './money/catalog.ts'
import type { Command, CommandOf } from './ledger/command.ts'
import { acceptTransfer, expireDeposits, openDeposit, receiveTransfer } from './wallet/deposit.ts'
import type { Effects, LedgerEvent } from './ledger/event.ts'
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
  const events: LedgerEvent[] = []
  const refused = decide(state, events, command, at)
  return refused ?? { events }
}

function decide(state: State, events: LedgerEvent[], command: Command, at: number): Answer {
  switch (command.kind) {
    case 'activate':
      return activateProfile(state, events, command)
    case 'register':
      return register(state, events, command.sponsor)
    case 'open_deposit':
      return openDeposit(state, events, command, at)
    case 'receive_transfer':
      return receiveTransfer(state, events, command)
    case 'expire_deposits':
      return expireDeposits(state, events, command.blockAt)
    case 'accept_transfer':
      return acceptTransfer(state, events, command)
    case 'request_withdrawal':
      return requestWithdrawal(state, events, command)
    case 'approve_withdrawal':
      return approveWithdrawal(state, events, command, at)
    case 'reject_withdrawal':
      return rejectWithdrawal(state, events, command)
    case 'cancel_withdrawal':
      return cancelWithdrawal(state, events, command)
    case 'send_withdrawal':
      return sendWithdrawal(state, events, command, at)
    case 'confirm_withdrawal':
      return confirmWithdrawal(state, events, command)
    case 'fail_withdrawal':
      return failWithdrawal(state, events, command)
    case 'set_auto_upgrade':
    case 'set_suspended':
      return changeMember(state, events, command)
    case 'propose_adjustment':
      return proposeAdjustment(state, events, command, at)
    case 'approve_adjustment':
      return approveAdjustment(state, events, command)
    case 'reject_adjustment':
      return rejectAdjustment(state, events, command)
    case 'withdraw_approvals':
      return withdrawApprovals(state, events, command)
    case 'book_network_fee':
      bookNetworkFee(state, events, command.feeSun)
      return null
    case 'move_treasury': {
      const { coin, amountUnits } = command
      if (amountUnits === 0n) return refuse({ code: 'amount_out_of_range' })
      const entries = treasuryEntries(coin, amountUnits)
      post(state, events, 'treasury', state.numbers.journal + 1, entries)
      return null
    }
    case 'publish_catalog':
      return publish(state, events, command.catalog, command.operator)
    case 'found':
      return found(state, events, command.catalog)
  }
}

function found(state: State, events: LedgerEvent[], catalog: Catalog): Answer {
  if (state.numbers.member !== 0) return refuse({ code: 'already_founded' })
  const unsound = publish(state, events, catalog, 'founding')
  if (unsound) return unsound
  events.push({ event: 'member', no: addMember(state, 0), sponsor: null })
  for (const plan of PLANS) {
    const profile = createProfile(state, events, HOUSE, plan, 'join', null)
    seatRoot(state, profile)
    const { ordinal } = state.numbers
    const root = { profile, ordinal, plan, parent: 0, side: 0, depth: 0, jump: profile } as const
    events.push({ event: 'seat', ...root })
  }
  return null
}

function publish(state: State, events: LedgerEvent[], catalog: Catalog, by: string): Answer {
  const unsound = findUnsound(catalog)
  if (unsound) return refuse({ code: 'unsound_catalogue', unsound })
  if (state.catalogs.length >= MAX_CATALOGS) return refuse({ code: 'amount_out_of_range' })
  state.catalogs.push(catalog)
  events.push({ event: 'catalog', version: state.catalogs.length, by, catalog })
  return null
}

/** A new member and one inactive Bronze profile, which gets a seat once it is paid for. */
function register(state: State, events: LedgerEvent[], sponsor: number): Answer {
  if (!memberExists(state, sponsor)) return refuse({ code: 'not_found' })
  const no = addMember(state, sponsor)
  events.push({ event: 'member', no, sponsor })
  createProfile(state, events, no, BRONZE, 'join', null)
  return null
}

function activateProfile(
  state: State,
  events: LedgerEvent[],
  command: CommandOf<'activate'>,
): Answer {
  const { member, profile } = command
  const exists = Number.isInteger(profile) && profile >= 1 && profile <= state.numbers.profile
  if (!exists || ownerOf(state, profile) !== member) return refuse({ code: 'not_found' })
  if (isActive(state, profile)) return refuse({ code: 'already_active' })
  if (isSuspended(state, member)) return refuse({ code: 'member_suspended' })
  const availableMicros = walletOf(state, member)
  if (availableMicros < termsOf(state, profile).feeMicros) {
    return refuse({ code: 'insufficient_balance', availableMicros })
  }
  activate(state, events, profile)
  return null
}

function changeMember(
  state: State,
  events: LedgerEvent[],
  command: CommandOf<'set_auto_upgrade' | 'set_suspended'>,
): Answer {
  const { kind, member, on } = command
  if (!memberExists(state, member) || member === HOUSE) return refuse({ code: 'not_found' })
  if (kind === 'set_suspended') setSuspended(state, member, on)
  else setAutoUpgrade(state, member, on)
  const suspended = isSuspended(state, member)
  const autoUpgrade = upgradesAutomatically(state, member)
  events.push({ event: 'member_changed', no: member, suspended, autoUpgrade })
  return null
}
