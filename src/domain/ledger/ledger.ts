/** Posts journals to the balances in the state. Nothing else changes a balance. */
import { FIRST_MEMBER_ACCOUNT } from './account.ts'
import type { LedgerEvent, Posting } from './event.ts'
import type { Entry, JournalKind } from './journal.ts'
import { micros, type Micros } from '../money/money.ts'
import type { State } from './state.ts'
import { wallet } from './account.ts'

/** A member's spendable balance. */
export const walletOf = (state: State, member: number): Micros =>
  micros(state.balances.get(wallet(member)))

/**
 * Posts one journal. Its kind and subject (the number of a profile, transfer, withdrawal, and so
 * on) are its idempotency key. Callers check balances first. A member account below zero here is a
 * bug, and throws before anything is durable.
 */
export function post(
  state: State,
  events: LedgerEvent[],
  kind: JournalKind,
  subject: number,
  entries: readonly Entry[],
): void {
  const postings: Posting[] = []
  for (const [account, amount, purpose] of entries) {
    const balanceAfter = state.balances.get(account) + amount
    if (account >= FIRST_MEMBER_ACCOUNT && balanceAfter < 0n) {
      throw new Error(`account ${account} would fall below zero`)
    }
    state.balances.set(account, balanceAfter)
    postings.push({ account, amount, balanceAfter, purpose })
  }
  events.push({ event: 'journal', no: ++state.numbers.journal, kind, subject, postings })
}
