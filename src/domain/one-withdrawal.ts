/**
 * Replays one withdrawal from its own commands. It runs the same rules on a state that holds
 * nothing but this withdrawal.
 */
import { wallet } from './ledger/account.ts'
import { apply } from './book.ts'
import type { Command } from './ledger/command.ts'
import { eventsOf, type WithdrawalEvent } from './ledger/event.ts'
import { emptyState } from './ledger/state.ts'
import { dayNumberOf, restoreApproval } from './wallet/approvals.ts'

export type OwnCommand = {
  readonly command: Command
  readonly at: number
  /** For an approval: what the operator had already approved that day. */
  readonly approvedBefore: bigint
}

/** The member's number in the small state, and that of the only other member. */
const [OWNER, STRANGER] = [1, 2]

/**
 * Replays all commands about a withdrawal, in order, starting with its request.
 * @returns it after each of them, or null when the rules can't have accepted these commands
 */
export function replayWithdrawal(
  no: number,
  commands: readonly OwnCommand[],
): WithdrawalEvent[] | null {
  const request = commands[0]?.command
  if (request?.kind !== 'request_withdrawal') return null
  const { member } = request
  const state = emptyState()
  state.numbers.member = STRANGER
  state.numbers.withdrawal = no - 1
  state.balances.set(wallet(OWNER), request.amountMicros)
  const steps: WithdrawalEvent[] = []
  for (const { command, at, approvedBefore } of commands) {
    if (command.kind === 'approve_withdrawal') {
      const before = { day: dayNumberOf(at), micros: approvedBefore, unsent: [] }
      restoreApproval(state, command.operator, before)
    }
    const asked =
      'member' in command && command.member !== null
        ? { ...command, member: command.member === member ? OWNER : STRANGER }
        : command
    const applied = apply(state, asked, at)
    if ('refusal' in applied) return null
    const own = eventsOf(applied, 'withdrawal').findLast((event) => event.no === no)
    const step = own ? { ...own, member } : steps.at(-1)
    if (step) steps.push(step)
  }
  return steps
}
