import type { Command } from '../../src/domain/ledger/command.ts'
import type { Effects } from '../../src/domain/ledger/event.ts'
import { micros } from '../../src/domain/money/money.ts'
import type { Actor, Book } from '../../src/server/book/book.ts'

const NO_LIMIT = micros(10n ** 12n)

/** Submits a command, which has to be accepted. @returns what it did */
export async function effectsOf(
  book: Book,
  command: Command,
  by: Actor = { system: 'test' },
): Promise<Effects> {
  const result = await book.submit({ command, by })
  if (!result.accepted || result.replayed) throw new Error(`${command.kind} was refused`)
  return result.outcome.effects
}

/** An operator's approval of a withdrawal, beyond all limits. */
export async function approveWithdrawal(book: Book, withdrawal: number): Promise<void> {
  const limits = { payoutLimitMicros: NO_LIMIT, dayLimitMicros: NO_LIMIT }
  const approval = { withdrawal, operator: 'ann', revision: null, ...limits }
  const command = { kind: 'approve_withdrawal', ...approval } as const
  const result = await book.submit({ command, by: { operator: 'ann' } })
  if (!result.accepted) throw new Error('the approval was refused')
}
