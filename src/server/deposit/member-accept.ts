import { calls } from '../../contract/calls.ts'
import { reject, rejectByRule } from '../../contract/refusals/reject.ts'
import { anyOf } from '../../db/expressions.ts'
import type { Db } from '../../db/types.ts'
import type { Key } from '../book/submission.ts'
import type { Context } from '../context.ts'
import { makeAnswer, type Answer } from '../http/render.ts'
import { replayOr } from '../http/replay.ts'
import { submitForAnswer } from '../http/submit.ts'
import { recordAccepts } from './accept-transfer.ts'
import {
  depositColumns,
  findRequest,
  readDeposits,
  readUnattributed,
  transferColumns,
} from './queries.ts'
import { requireByMember, requireCreditable } from './require-creditable.ts'
import { showDeposit } from './show-deposit.ts'
import { showUnattributed } from './show-unattributed.ts'

// Nothing changes an accepted transfer, or the request that it was credited to.

const answerTransfer = makeAnswer({
  hook: recordAccepts,
  body: calls.acceptUnattributed.answer,
  async render({ db }, done) {
    const numbers = done.map(({ receipt }) => receipt.transfer)
    const rows = await readUnattributed(
      db,
      transferColumns('transfers.no', '=', anyOf(numbers, 'int')),
    )
    return numbers.map((number) => {
      const row = rows.find(({ no }) => no === number)
      return row && showUnattributed(row)
    })
  },
})

const answerRequest = makeAnswer({
  hook: recordAccepts,
  body: calls.acceptDeposit.answer,
  async render({ db, config }, done) {
    const numbers = done.flatMap(({ receipt }) => receipt.request ?? [])
    const rows = await readDeposits(
      db,
      depositColumns('deposit_requests.no', '=', anyOf(numbers, 'int')),
    )
    return done.map(({ receipt }) => {
      const row = rows.find(({ no }) => no === receipt.request)
      return row && showDeposit(row, config.confirmations)
    })
  },
})

type Accepting = Pick<Context, 'db' | 'book' | 'config' | 'tron'>

/** Credits a transfer to the member who accepts it. A repeated key gets the first answer again. */
function acceptOnce<R, B>(
  context: Accepting,
  answer: Answer<null, R, B>,
  { member, key }: { readonly member: number; readonly key: Key | undefined },
  findTransfer: () => Promise<number>,
): Promise<B> {
  return replayOr(context, answer, key, async () => {
    const transfer = await findTransfer()
    await requireCreditable(context.db, transfer)
    await requireByMember(context, transfer)
    return await submitForAnswer(context, answer, {
      command: { kind: 'accept_transfer', transfer, member },
      by: { member },
      key,
      input: null,
    })
  })
}

/**
 * Lets a member accept an unmatched transfer. Refuses with 404 if it isn't the member's, and with
 * 409 if it is already credited, too small, or needs an operator's review. Refuses with 503 if USDT
 * isn't worth a dollar now or the chain is unavailable.
 */
export async function acceptUnattributed(
  context: Accepting,
  transfer: number,
  member: number,
  key: Key | undefined,
) {
  return await acceptOnce(context, answerTransfer, { member, key }, async () => {
    if (!(await isShownTo(context.db, member, transfer))) throw reject('not_found')
    return transfer
  })
}

/** Whether a transfer is the member's and above the dust limit. Only operators see dust. */
async function isShownTo(db: Db, member: number, transfer: number): Promise<boolean> {
  const row = await db
    .selectFrom('transfers')
    .select('no')
    .where('no', '=', transfer)
    .where('member_no', '=', member)
    .where('state', '<>', 'dust')
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Credits the transfer that arrived for a request but missed it. Refuses with 404 if the request
 * isn't the member's, and with 409 if it is already credited, nothing has arrived for it, or the
 * transfer needs an operator's review.
 */
export async function acceptDeposit(
  context: Accepting,
  member: number,
  requestId: string,
  key: Key | undefined,
) {
  return await acceptOnce(context, answerRequest, { member, key }, () =>
    requireMissed(context.db, member, requestId),
  )
}

/** The transfer that arrived for a request but missed it. */
async function requireMissed(db: Db, member: number, requestId: string): Promise<number> {
  const request = await findRequest(db, member, requestId)
  if (!request) throw reject('not_found')
  const missed = await db
    .selectFrom('transfers')
    .select('no')
    .where('member_no', '=', member)
    .where('request_no', '=', request.no)
    .where('state', '=', 'unattributed')
    .orderBy('no')
    .limit(1)
    .executeTakeFirst()
  if (missed) return missed.no
  if (request.state === 'credited') throw rejectByRule({ code: 'already_used' })
  throw rejectByRule({ code: 'wrong_state', state: showDeposit(request, 0).stage })
}
