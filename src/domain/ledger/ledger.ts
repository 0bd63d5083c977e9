/** Posting journals to the balances in the state. Balances change here and nowhere else. */
import { FIRST_MEMBER_ACCOUNT } from './account.ts'
import type { Fact, Posting } from './fact.ts'
import type { Entry, JournalKind } from './journal.ts'
import { micros, type Micros } from '../money/money.ts'
import type { State } from './state.ts'
import { wallet, withdrawing } from './account.ts'

export const balanceOf = (state: State, account: number): bigint => state.balances.get(account)

/** A member's spendable micro-dollars. */
export const walletOf = (state: State, member: number): Micros =>
  micros(state.balances.get(wallet(member)))

/** A member's micro-dollars held for withdrawals. */
export const heldOf = (state: State, member: number): Micros =>
  micros(state.balances.get(withdrawing(member)))

/**
 * Posts one journal. The subject (a profile, transfer, withdrawal … number) is its idempotency
 * key together with the kind. Callers check balances first: a member account below zero here is
 * a bug and throws before anything is durable.
 */
export function post(
  state: State,
  facts: Fact[],
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
  facts.push({ fact: 'journal', no: ++state.numbers.journal, kind, subject, postings })
}
