import { z } from 'zod'
import type { calls } from '../../contract/calls.ts'
import type { Withdrawal } from '../../contract/subjects/withdrawal.ts'
import { parseUsd } from '../../domain/money/money.ts'
import type { Key } from '../book/submission.ts'
import type { Context } from '../context.ts'
import { isUnderReview } from '../custody/queries.ts'
import { reject, rejectField } from '../../contract/refusals/reject.ts'
import { replayOr } from '../http/replay.ts'
import { submitForAnswer } from '../http/submit.ts'
import { chargeForUsdt, requireShownFee } from './charge-for-usdt.ts'
import { text } from '../../contract/texts/texts.ts'
import { readPayee } from './payee.ts'
import { answerRequest } from './record-requests.ts'
import { refuseRequest } from './refuse-request.ts'

type Body = z.output<typeof calls.requestWithdrawal.body>

type Guards = {
  /** Rejects members who haven't entered the password recently. */
  readonly prove: () => void
  /** Counts a request that passed all checks before the ledger's. */
  readonly count: () => Promise<void>
}

/**
 * Requests a payout to the address on the member's profile and holds the amount at once. Refuses
 * with 400 on `amount`, on `payment_method` or without a usable address, and with 409 if the
 * member saw another address, too many requests are open, or the deposit address lacks coins.
 * A repeated request moves no money, so it needs no password and doesn't count.
 */
export async function requestWithdrawal(
  context: Context,
  member: number,
  body: Body,
  key: Key | undefined,
  { prove, count }: Guards,
): Promise<z.infer<typeof Withdrawal>> {
  const work = async () => {
    prove()
    return await request(context, member, body, key, count)
  }
  return await replayOr(context, answerRequest, key, work, refuseRequest)
}

async function request(
  context: Context,
  member: number,
  body: Body,
  key: Key | undefined,
  count: Guards['count'],
): Promise<z.infer<typeof Withdrawal>> {
  const amountMicros = parseUsd(body.amount)
  if (amountMicros === null) throw rejectField('amount', text('amount_invalid'))
  const inUsdt = body.payment_method === 'usdt'
  if (inUsdt && !context.config.usdtPayouts) {
    throw rejectField('payment_method', text('trx_only'))
  }
  const { address, holdUntilAt } = await readPayee(context, member)
  // Clients need not send the address that the member saw.
  if ((body.wallet_address ?? address) !== address) throw reject('address_differs')
  if (await isUnderReview(context.db, member)) throw reject('deposits_under_review')
  const charge = inUsdt ? await chargeForUsdt(context, address, amountMicros) : null
  if (charge) requireShownFee(charge.networkFeeMicros, body.network_fee)
  await count()
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
