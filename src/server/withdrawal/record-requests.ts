import { z } from 'zod'
import type { Tx } from '../../db/types.ts'
import { eventOf } from '../../domain/ledger/event.ts'
import type { AnsweredHook } from '../book/batch-hook.ts'
import { emailWithdrawals } from './email-withdrawals.ts'
import { answerWithWithdrawal, WithdrawalReceipt, withdrawalReceipt } from './withdrawal-receipt.ts'

const WithdrawalInput = z.object({ note: z.string() })

/** Stores the notes of a batch of requests, and emails the members. */
export const recordRequests: AnsweredHook<z.output<typeof WithdrawalInput>, WithdrawalReceipt> = {
  name: 'request-withdrawal',
  input: WithdrawalInput,
  receipt: WithdrawalReceipt,
  fits: ({ command }) => command.kind === 'request_withdrawal',
  async write(tx, items, config) {
    const events = items.map(({ outcome }) => eventOf(outcome.effects, 'withdrawal'))
    const notes = events.map(({ no }, index) => ({ no, note: items[index]?.input.note ?? '' }))
    await Promise.all([storeNotes(tx, notes), emailWithdrawals(tx, config, events)])
  },
  receiptOf: withdrawalReceipt,
}

export const answerRequest = answerWithWithdrawal(recordRequests)

async function storeNotes(tx: Tx, notes: readonly { no: number; note: string }[]): Promise<void> {
  const rows = notes.filter(({ note }) => note !== '')
  if (rows.length === 0) return
  const values = rows.map(({ no, note }) => ({ withdrawal_no: no, note }))
  await tx.insertInto('withdrawal_notes').values(values).execute()
}
