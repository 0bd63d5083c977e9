import { z } from 'zod'
import type { calls } from '../../contract/calls.ts'
import { ruleText } from '../../contract/refusals/refusals.ts'
import type { Withdrawal } from '../../contract/subjects/withdrawal.ts'
import type { Tx } from '../../db/types.ts'
import { eventOf } from '../../domain/ledger/event.ts'
import { formatUsd, parseUsd } from '../../domain/money/money.ts'
import type { Refusal } from '../../domain/ledger/refusal.ts'
import { zeroAddress } from '../../tron/encoding/address.ts'
import type { AnsweredHook } from '../book/batch-hook.ts'
import type { Key } from '../book/submission.ts'
import type { Context } from '../context.ts'
import { isUnderReview } from '../custody/queries.ts'
import { isOwnAddress } from '../deposit/addresses.ts'
import { reject, rejectByRule, rejectField, Rejection } from '../../contract/refusals/reject.ts'
import { replayOf } from '../http/replay.ts'
import { submitForAnswer } from '../http/submit.ts'
import { chargeForUsdt } from './charge-for-usdt.ts'
import { emailWithdrawals } from './email-withdrawals.ts'
import { answerWithWithdrawal, WithdrawalReceipt, withdrawalReceipt } from './withdrawal-receipt.ts'
import { text } from '../../contract/texts/texts.ts'

type Body = z.output<typeof calls.requestWithdrawal.body>
const WithdrawalInput = z.object({ note: z.string() })

/** Keeps the notes of a batch of requests, and tells the members. */
export const recordRequests: AnsweredHook<z.output<typeof WithdrawalInput>, WithdrawalReceipt> = {
  name: 'request-withdrawal',
  input: WithdrawalInput,
  receipt: WithdrawalReceipt,
  async write(tx, items) {
    const events = items.map(({ outcome }) => eventOf(outcome.effects, 'withdrawal'))
    const notes = events.map(({ no }, index) => ({ no, note: items[index]?.input.note ?? '' }))
    await keepNotes(tx, notes)
    await emailWithdrawals(tx, events)
  },
  receiptOf: withdrawalReceipt,
}

const answerRequest = answerWithWithdrawal(recordRequests)

async function keepNotes(tx: Tx, notes: readonly { no: number; note: string }[]): Promise<void> {
  const rows = notes.filter(({ note }) => note !== '')
  if (rows.length === 0) return
  const values = rows.map(({ no, note }) => ({ withdrawal_no: no, note }))
  await tx.insertInto('withdrawal_notes').values(values).execute()
}

/**
 * Requests a payout to the address on the member's profile and holds the amount at once. Refuses
 * with 400 on `amount`, on `payment_method` or without a usable address, and with 409 if too many
 * requests are open or the member's deposit address lacks coins. `prove` rejects members who
 * haven't entered the password recently. A repeated request moves no money, so it needs no
 * password.
 */
export async function requestWithdrawal(
  context: Context,
  member: number,
  body: Body,
  key: Key | undefined,
  prove: () => void,
): Promise<z.infer<typeof Withdrawal>> {
  const replay = await replayOf(context, answerRequest, key, refuseRequest)
  if (replay) return replay
  prove()
  const amountMicros = parseUsd(body.amount)
  if (amountMicros === null) throw rejectField('amount', text('amount_invalid'))
  const inUsdt = body.payment_method === 'usdt'
  if (inUsdt && !context.config.usdtPayouts) {
    throw rejectField('payment_method', text('trx_only'))
  }
  const { address, holdUntilAt } = await payee(context, member)
  if (await isUnderReview(context.db, member)) throw reject('deposits_under_review')
  const charge = inUsdt ? await chargeForUsdt(context, address, amountMicros) : {}
  return await submitForAnswer(
    context,
    answerRequest,
    {
      command: {
        kind: 'request_withdrawal',
        member,
        amountMicros,
        address,
        holdUntilAt,
        ...charge,
      },
      by: { member },
      key,
      input: { note: body.payment_details ?? '' },
    },
    refuseRequest,
  )
}

/** The stored address, and when its payout hold ends (0 if there is none). */
async function payee({ db, usdtContract }: Context, member: number) {
  const person = await db
    .selectFrom('identities')
    .select(['wallet_address', 'hold_until'])
    .where('member_no', '=', member)
    .executeTakeFirst()
  if (!person) throw reject('not_found')
  const { wallet_address: address, hold_until: holdUntil } = person
  if (!address || address === zeroAddress)
    throw new Rejection('invalid_request', text('wallet_address_missing'))
  if (await isOwnAddress(db, usdtContract, address)) {
    throw new Rejection('invalid_request', text('wallet_address_ours'))
  }
  return { address, holdUntilAt: holdUntil?.getTime() ?? 0 }
}

/** Errors about the amount appear under its field, in fixed words. */
function refuseRequest(refusal: Refusal): Error {
  if (refusal.code === 'insufficient_balance') {
    const most = formatUsd(refusal.availableMicros)
    return rejectField('amount', text('maximum_withdrawal', { amount: most }), refusal.code)
  }
  const ofAmount = ['minimum_withdrawal', 'amount_out_of_range', 'below_network_fee']
  if (ofAmount.includes(refusal.code)) {
    return rejectField('amount', ruleText(refusal), refusal.code)
  }
  return rejectByRule(refusal)
}
