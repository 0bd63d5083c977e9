import { z } from 'zod'
import { reject } from '../../contract/refusals/reject.ts'
import { anyOf } from '../../db/expressions.ts'
import type { Tx } from '../../db/types.ts'
import { eventOf } from '../../domain/ledger/event.ts'
import type { AnsweredHook, HookedCommand } from '../book/batch-hook.ts'
import { emailWithdrawals } from './email-withdrawals.ts'
import { answerWithWithdrawal, WithdrawalReceipt, withdrawalReceipt } from './withdrawal-receipt.ts'

const WithdrawalInput = z.object({ note: z.string() })

/**
 * Stores the notes of a batch of requests, and emails the members. Refuses an address that isn't on
 * file, because the waiting period depends on when that one changed.
 */
export const recordRequests: AnsweredHook<z.output<typeof WithdrawalInput>, WithdrawalReceipt> = {
  name: 'request-withdrawal',
  input: WithdrawalInput,
  receipt: WithdrawalReceipt,
  fits: ({ command }) => command.kind === 'request_withdrawal',
  async check(tx, _inputs, asked) {
    const onFile = await readAddresses(tx, asked)
    return asked.map(({ command }) =>
      command.kind === 'request_withdrawal' && onFile.get(command.member) === command.address
        ? []
        : reject('address_differs'),
    )
  },
  async write(tx, items, config) {
    const events = items.map(({ outcome }) => eventOf(outcome.effects, 'withdrawal'))
    const notes = events.map(({ no }, index) => ({ no, note: items[index]?.input.note ?? '' }))
    await Promise.all([storeNotes(tx, notes), emailWithdrawals(tx, config, events)])
  },
  receiptOf: withdrawalReceipt,
}

export const answerRequest = answerWithWithdrawal(recordRequests)

async function readAddresses(tx: Tx, asked: readonly HookedCommand[]) {
  const members = asked.flatMap(({ command }) =>
    'member' in command ? (command.member ?? []) : [],
  )
  const rows = await tx
    .selectFrom('identities')
    .select(['member_no', 'wallet_address'])
    .where('member_no', '=', anyOf(members, 'int'))
    .execute()
  return new Map(rows.map(({ member_no: no, wallet_address: address }) => [no, address]))
}

async function storeNotes(tx: Tx, notes: readonly { no: number; note: string }[]): Promise<void> {
  const rows = notes.filter(({ note }) => note !== '')
  if (rows.length === 0) return
  const values = rows.map(({ no, note }) => ({ withdrawal_no: no, note }))
  await tx.insertInto('withdrawal_notes').values(values).execute()
}
