import { anyOf } from '../../db/expressions.ts'
import type { z } from 'zod'
import { calls } from '../../contract/calls.ts'
import type { Deposit, Unattributed } from '../../contract/subjects/deposit.ts'
import type { Db } from '../../db/types.ts'
import { eventOf } from '../../domain/ledger/event.ts'
import type { Actor, Book, Result, BatchHook } from '../book/book.ts'
import type { Key } from '../book/submission.ts'
import type { Context } from '../context.ts'
import { reject, rejectByRule } from '../../contract/refusals/reject.ts'
import { replayOf } from '../http/replay.ts'
import { submit } from '../http/submit.ts'
import { emailTransfers } from './email-transfers.ts'
import {
  findRequest,
  readDeposits,
  readUnattributed,
  depositColumns,
  transferColumns,
} from './queries.ts'
import { requireByMember, requireCreditable } from './require-creditable.ts'
import { showDeposit } from './show-deposit.ts'
import { showUnattributed } from './show-unattributed.ts'

/** What the caller wants back: the request that the transfer missed, or the transfer. */
type AcceptInput = { show: 'transfer' } | { show: 'request'; request: number; required: number }

const answerAccepts: BatchHook<AcceptInput> = {
  name: 'accept-transfer',
  async run(tx, items) {
    const transfers = items.map(({ outcome }) => eventOf(outcome.effects, 'transfer'))
    await emailTransfers(tx, transfers)
    const numbers = transfers.map(({ no }) => no)
    const shown = await readUnattributed(
      tx,
      transferColumns('transfers.no', '=', anyOf(numbers, 'int')),
    )
    const requests = items.flatMap(({ input }) => (input.show === 'request' ? input.request : []))
    const deposits = await readDeposits(
      tx,
      depositColumns('deposit_requests.no', '=', anyOf(requests, 'int')),
    )
    return items.map(({ input }, index) => {
      if (input.show === 'transfer') {
        const row = shown.find(({ no }) => no === numbers[index])
        return row ? showUnattributed(row) : null
      }
      const row = deposits.find(({ no }) => no === input.request)
      return row ? showDeposit(row, input.required) : null
    })
  },
}

/** Credits an unmatched transfer to its member, for the one `by` names or automatically. */
export function acceptTransfer(
  book: Book,
  transfer: number,
  member: number | null,
  by: Actor,
): Promise<Result> {
  const command = { kind: 'accept_transfer', transfer, member } as const
  return book.submit({ command, by, hook: answerAccepts, input: { show: 'transfer' } })
}

/**
 * Lets a member accept an unmatched transfer. Refuses with 404 if it isn't the member's, and with
 * 409 if it is already credited, too small, or needs an operator's review. Refuses with 503 if USDT
 * isn't worth a dollar now or the chain is unavailable.
 */
export async function acceptUnattributed(
  context: Pick<Context, 'db' | 'book' | 'tron'>,
  transfer: number,
  member: number,
  key: Key | undefined,
): Promise<z.infer<typeof Unattributed>> {
  const { db, book } = context
  const replay = await replayOf(db, key)
  if (replay) return calls.acceptUnattributed.answer.parse(replay.body)
  if (!(await isShownTo(db, member, transfer))) throw reject('not_found')
  await requireCreditable(db, transfer)
  await requireByMember(context, transfer)
  const done = await submit(book, {
    command: { kind: 'accept_transfer', transfer, member },
    by: { member },
    ...(key ? { key } : {}),
    hook: answerAccepts,
    input: { show: 'transfer' },
  })
  return calls.acceptUnattributed.answer.parse(done.body)
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
  context: Context,
  member: number,
  requestId: string,
  key: Key | undefined,
): Promise<z.infer<typeof Deposit>> {
  const { db, book, config } = context
  const replay = await replayOf(db, key)
  if (replay) return calls.acceptDeposit.answer.parse(replay.body)
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
  if (!missed) {
    if (request.state === 'credited') throw rejectByRule({ code: 'already_used' })
    throw rejectByRule({ code: 'wrong_state', state: showDeposit(request, 0).stage })
  }
  await requireByMember(context, missed.no)
  const done = await submit(book, {
    command: { kind: 'accept_transfer', transfer: missed.no, member },
    by: { member },
    ...(key ? { key } : {}),
    hook: answerAccepts,
    input: { show: 'request', request: request.no, required: config.confirmations },
  })
  return calls.acceptDeposit.answer.parse(done.body)
}
