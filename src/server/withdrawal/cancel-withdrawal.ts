import type { z } from 'zod'
import { calls } from '../../contract/calls.ts'
import type { Withdrawal } from '../../contract/subjects/withdrawal.ts'
import { eventOf } from '../../domain/ledger/event.ts'
import type { BatchHook } from '../book/book.ts'
import type { Key } from '../book/submission.ts'
import type { Context } from '../context.ts'
import { reject } from '../../contract/refusals/reject.ts'
import { submit } from '../http/submit.ts'
import { answerWithdrawals } from './answer-withdrawals.ts'
import { emailWithdrawals } from './email-withdrawals.ts'

const recordEnds: BatchHook<null> = {
  name: 'end-withdrawal',
  async run(tx, items) {
    const events = items.map(({ outcome }) => eventOf(outcome.effects, 'withdrawal'))
    await emailWithdrawals(tx, events)
    return answerWithdrawals(tx, events)
  },
}

/**
 * Cancels a member's pending withdrawal and returns the full amount to the wallet. Refuses with 404
 * if it isn't the member's, and with 409 `wrong_state` if it is no longer pending.
 */
export async function cancelWithdrawal(
  { db, book }: Pick<Context, 'db' | 'book'>,
  member: number,
  withdrawal: number,
  key: Key | undefined,
): Promise<z.infer<typeof Withdrawal>> {
  // The ledger state drops closed withdrawals. The table still has the owner, who never changes.
  const owned = await db
    .selectFrom('withdrawals')
    .select('no')
    .where('no', '=', withdrawal)
    .where('member_no', '=', member)
    .executeTakeFirst()
  if (!owned) throw reject('not_found')
  const done = await submit(book, {
    command: { kind: 'cancel_withdrawal', withdrawal, member },
    by: { member },
    ...(key ? { key } : {}),
    hook: recordEnds,
    input: null,
  })
  return calls.cancelWithdrawal.answer.parse(done.body)
}
