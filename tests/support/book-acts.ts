import { readyHooks, type BatchHook, type ReadyHooks } from '../../src/server/book/batch-hook.ts'
import type { Command } from '../../src/domain/ledger/command.ts'
import type { Effects } from '../../src/domain/ledger/event.ts'
import { micros } from '../../src/domain/money/money.ts'
import type { Actor, Book, Outcome, Submission } from '../../src/server/book/book.ts'

const NO_LIMIT = micros(10n ** 12n)

/**
 * Submits a command that must be accepted. The book reports the effects to its listeners, because
 * callers get only a receipt.
 */
export async function outcomeOf(book: Book, submission: Submission): Promise<Outcome> {
  const told: Outcome[] = []
  const forget = book.onCommitted((outcomes) => void told.push(...outcomes))
  try {
    const result = await book.submit(submission)
    if (!result.accepted) throw new Error(`${submission.command.kind}: ${result.refusal.code}`)
    const seq = result.replayed ? null : result.done.seq
    const outcome = told.find((each) => each.seq === seq)
    if (!outcome) throw new Error(`${submission.command.kind} was done before`)
    return outcome
  } finally {
    forget()
  }
}

/** Submits a command that must be accepted. @returns its effects */
export async function effectsOf(
  book: Book,
  command: Command,
  by: Actor = { system: 'test' },
): Promise<Effects> {
  return (await outcomeOf(book, { command, by })).effects
}

/** An operator's approval of a withdrawal, without limits. */
export async function approveWithdrawal(book: Book, withdrawal: number): Promise<void> {
  const limits = { payoutLimitMicros: NO_LIMIT, dayLimitMicros: NO_LIMIT }
  const approval = { withdrawal, operator: 'ann', revision: null, ...limits }
  const command = { kind: 'approve_withdrawal', ...approval } as const
  const result = await book.submit({ command, by: { operator: 'ann' } })
  if (!result.accepted) throw new Error('the approval was refused')
}

/** A test's own batch hooks, which need no configuration. */
export const testHooks = (...hooks: readonly BatchHook<unknown>[]): ReadyHooks =>
  readyHooks(hooks, {} as never)
