import { z } from 'zod'
import type { Withdrawal } from '../../contract/subjects/withdrawal.ts'
import { eventOf } from '../../domain/ledger/event.ts'
import type { AnsweredHook } from '../book/batch-hook.ts'
import type { Key } from '../book/submission.ts'
import type { Context } from '../context.ts'
import { reject } from '../../contract/refusals/reject.ts'
import { submitForAnswer } from '../http/submit.ts'
import { emailWithdrawals } from './email-withdrawals.ts'
import { answerWithWithdrawal, WithdrawalReceipt, withdrawalReceipt } from './withdrawal-receipt.ts'

export const recordEnds: AnsweredHook<null, WithdrawalReceipt> = {
  name: 'end-withdrawal',
  input: z.null(),
  receipt: WithdrawalReceipt,
  fits: ({ command }) => command.kind === 'cancel_withdrawal',
  async write(tx, items, config) {
    await emailWithdrawals(
      tx,
      config,
      items.map(({ outcome }) => eventOf(outcome.effects, 'withdrawal')),
    )
  },
  receiptOf: withdrawalReceipt,
}

const answerCancel = answerWithWithdrawal(recordEnds)

/**
 * Cancels a member's pending withdrawal and returns the full amount to the wallet. Refuses with 404
 * if it isn't the member's, and with 409 `wrong_state` if it is no longer pending.
 */
export async function cancelWithdrawal(
  context: Pick<Context, 'db' | 'book' | 'config'>,
  member: number,
  withdrawal: number,
  key: Key | undefined,
): Promise<z.infer<typeof Withdrawal>> {
  // The ledger state drops closed withdrawals. The table still has the owner, who never changes.
  const owned = await context.db
    .selectFrom('withdrawals')
    .select('no')
    .where('no', '=', withdrawal)
    .where('member_no', '=', member)
    .executeTakeFirst()
  if (!owned) throw reject('not_found')
  return await submitForAnswer(context, answerCancel, {
    command: { kind: 'cancel_withdrawal', withdrawal, member },
    by: { member },
    key,
    input: null,
  })
}
