import { sql } from 'kysely'
import type { Tx } from '../../db/types.ts'
import type { WithdrawalEvent } from '../../domain/ledger/event.ts'
import { readWithdrawals } from './queries.ts'
import { showWithdrawal } from './show-withdrawal.ts'

/** The withdrawals that the commands changed, in API form and in command order. */
export async function answerWithdrawals(tx: Tx, events: readonly WithdrawalEvent[]) {
  const numbers = events.map(({ no }) => no)
  const rows = await readWithdrawals(tx, sql`w.no = any(${numbers}::int[])`)
  return numbers.map((number) => {
    const row = rows.find(({ no }) => no === number)
    if (!row) throw new Error(`withdrawal ${number} is not there`)
    return showWithdrawal(row)
  })
}
