import type { z } from 'zod'
import type { Income } from '../../../contract/subjects/transparency.ts'
import { wallet, withdrawalHold } from '../../../domain/ledger/account.ts'
import { HOUSE, type State } from '../../../domain/ledger/state.ts'
import { formatUsd } from '../../../domain/money/money.ts'
import { GROUPS } from '../../../proof/groups.ts'

/**
 * The number of members in each group according to an income statement; none while it shows no
 * groups.
 */
export const groupsIn = ({ registered, all }: z.output<typeof Income>): number[] =>
  all.details === null
    ? Array.from({ length: GROUPS }, () => 0)
    : [registered - all.members, ...all.details.groups]

/** The total in members' wallets and holds, and the number of members, without the company. */
export function describeOwed({ numbers, balances }: State): { owed: string; members: number } {
  let owed = 0n
  for (let no = HOUSE + 1; no <= numbers.member; no++) {
    owed += balances.get(wallet(no)) + balances.get(withdrawalHold(no))
  }
  return { owed: formatUsd(owed), members: numbers.member - HOUSE }
}
