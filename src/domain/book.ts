/**
 * The rules as one function. `apply(state, command, at)` either changes the state and returns the
 * command's effects, or returns a refusal and changes nothing. It has no clock, no randomness, and
 * no I/O, so the same commands in the same order always give the same state.
 */
import { approveAdjustment, proposeAdjustment, rejectAdjustment } from './wallet/adjustment.ts'
import { DEFAULT_CATALOG } from './money/catalog.ts'
import type { Command, CommandOf } from './ledger/command.ts'
import { acceptTransfer, expireDeposits, openDeposit, receiveTransfer } from './wallet/deposit.ts'
import type { Effects, LedgerEvent } from './ledger/event.ts'
import { treasuryEntries } from './ledger/journal.ts'
import { post } from './ledger/ledger.ts'
import {
  bookNetworkFee,
  confirmWithdrawal,
  failWithdrawal,
  sendWithdrawal,
} from './wallet/payout.ts'
import { refuse, type Refusal } from './ledger/refusal.ts'
import { sealDay } from './ledger/seal-day.ts'
import { raiseRules } from './rules.ts'
import type { State } from './ledger/state.ts'
import { withdrawApprovals } from './wallet/withdraw-approvals.ts'
import {
  approveWithdrawal,
  cancelWithdrawal,
  rejectWithdrawal,
  requestWithdrawal,
} from './wallet/withdrawal.ts'
import {
  type Answer,
  found,
  publish,
  register,
  activateProfile,
  importMember,
  changeMember,
} from './membership.ts'

/** A newer version of the product wrote this command. A process that meets it must stop. */
export class UnknownCommand extends Error {
  override name = 'UnknownCommand'

  constructor({ kind }: { readonly kind?: unknown }) {
    super(`these rules know no command "${String(kind)}"`)
  }
}

export type Applied = Effects | { readonly refusal: Refusal }

/**
 * The first command of every book: it creates the house, its five root seats, and catalog version
 * 1.
 */
export const FOUNDING: CommandOf<'found'> = { kind: 'found', catalog: DEFAULT_CATALOG }

/**
 * Applies one command.
 * @param at milliseconds since 1970; never before the previous command
 * @throws UnknownCommand
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
    case 'import_member':
      return importMember(state, events, command)
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
      return rejectWithdrawal(state, events, command, at)
    case 'cancel_withdrawal':
      return cancelWithdrawal(state, events, command, at)
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
      return withdrawApprovals(state, events, command, at)
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
    case 'seal_day':
      return sealDay(state, events, command, at)
    case 'publish_catalog':
      return publish(state, events, command.catalog, command.operator)
    case 'raise_rules':
      return raiseRules(state, events, command.version)
    case 'found':
      return found(state, events, command.catalog)
    default:
      throw new UnknownCommand(command)
  }
}
