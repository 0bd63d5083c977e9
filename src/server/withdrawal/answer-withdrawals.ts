import { sql } from 'kysely'
import type { Tx } from '../../db/types.ts'
import type { WithdrawalFact } from '../../domain/ledger/fact.ts'
import { readWithdrawals } from './queries.ts'
import { showWithdrawal } from './show-withdrawal.ts'

/** The withdrawals that the commands changed, in API form and in command order. */
export async function answerWithdrawals(tx: Tx, facts: readonly WithdrawalFact[]) {
  const numbers = facts.map(({ no }) => no)
  const rows = await readWithdrawals(tx, sql`w.no = any(${numbers}::int[])`)
  return numbers.map((number) => {
    const row = rows.find(({ no }) => no === number)
    if (!row) throw new Error(`withdrawal ${number} is not there`)
    return showWithdrawal(row)
  })
}
