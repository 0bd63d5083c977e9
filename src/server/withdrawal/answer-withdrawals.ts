import { anyOf } from '../../db/expressions.ts'
import type { Tx } from '../../db/types.ts'
import type { WithdrawalEvent } from '../../domain/ledger/event.ts'
import { readWithdrawals, withdrawalColumns } from './queries.ts'
import { showWithdrawal } from './show-withdrawal.ts'

/** The withdrawals that the commands changed, in API form and in command order. */
export async function answerWithdrawals(tx: Tx, events: readonly WithdrawalEvent[]) {
  const numbers = events.map(({ no }) => no)
  const rows = await readWithdrawals(
    tx,
    withdrawalColumns('withdrawals.no', '=', anyOf(numbers, 'int')),
  )
  return numbers.map((number) => {
    const row = rows.find(({ no }) => no === number)
    if (!row) throw new Error(`withdrawal ${number} is not there`)
    return showWithdrawal(row)
  })
}
