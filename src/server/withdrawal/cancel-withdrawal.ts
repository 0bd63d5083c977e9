import { z } from 'zod'
import type { Withdrawal } from '../../contract/subjects/withdrawal.ts'
import type { Db } from '../../db/types.ts'
import { eventOf } from '../../domain/ledger/event.ts'
import type { AnsweredHook } from '../book/batch-hook.ts'
import { DoneElsewhere, type Key } from '../book/submission.ts'
import type { Context } from '../context.ts'
import { reject, Rejection } from '../../contract/refusals/reject.ts'
import { text } from '../../contract/texts/texts.ts'
import { submitForAnswer } from '../http/submit.ts'
import { emailWithdrawals } from './email-withdrawals.ts'
import { checkReturns } from './check-returns.ts'
import { readInSignerFile } from './in-signer-file.ts'
import { readMaybePaid, readPaidLate } from './maybe-paid.ts'
import { answerWithWithdrawal, WithdrawalReceipt, withdrawalReceipt } from './withdrawal-receipt.ts'

export const recordEnds: AnsweredHook<null, WithdrawalReceipt> = {
  name: 'end-withdrawal',
  input: z.null(),
  receipt: WithdrawalReceipt,
  fits: ({ command }) => command.kind === 'cancel_withdrawal',
  // A withdrawal is pending again once its approval is withdrawn, or a payout failed.
  async check(tx, _inputs, asked) {
    return await checkReturns(
      tx,
      asked.map(({ command }) =>
        command.kind === 'cancel_withdrawal'
          ? {
              withdrawal: command.withdrawal,
              isBarredBy: ({ to_pay: isToPay }) => isToPay === true,
            }
          : null,
      ),
    )
  },
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
 * if it isn't the member's, and with 409 `wrong_state` if it is no longer pending, we have or may
 * have paid it, or an operator may be paying it from another wallet.
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
  }).catch(async (error: unknown) => {
    if (!(error instanceof DoneElsewhere)) throw error
    throw new Rejection('wrong_state', text(await whyNotNow(context.db, withdrawal)))
  })
}

async function whyNotNow(db: Db, withdrawal: number) {
  if ((await readPaidLate(db, [withdrawal])).has(withdrawal)) return 'withdrawal_paid_late'
  if ((await readInSignerFile(db, [withdrawal])).has(withdrawal)) return 'withdrawal_signed'
  const maybe = await readMaybePaid(db, [withdrawal])
  return maybe.has(withdrawal) ? 'withdrawal_maybe_paid' : 'withdrawal_claimed'
}
