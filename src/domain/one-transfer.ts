/** Replays a transfer from its own commands, in a state that holds nothing else. */
import { apply } from './book.ts'
import type { ReceiveTransfer } from './ledger/command.ts'
import { eventsOf, type TransferEvent } from './ledger/event.ts'
import { emptyState, mark, rollback } from './ledger/state.ts'

/** The member's number in the small state. */
const OWNER = 1

/**
 * Returns what a transfer was on arrival if it matched no request. Null when the rules wouldn't
 * have left it open. Calls share one small state and run one after the other.
 */
export function openTransferReplay() {
  const state = emptyState()
  state.numbers.member = OWNER
  return (no: number, command: ReceiveTransfer): TransferEvent | null => {
    const before = mark(state)
    try {
      state.numbers.transfer = no - 1
      const applied = apply(state, { ...command, member: OWNER }, command.blockAt)
      if ('refusal' in applied) return null
      const [transfer] = eventsOf(applied, 'transfer')
      return transfer?.state === 'unattributed' ? { ...transfer, member: command.member } : null
    } finally {
      rollback(state, before)
    }
  }
}
