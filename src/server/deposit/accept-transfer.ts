import { sql } from 'kysely'
import type { z } from 'zod'
import { calls } from '../../contract/calls.ts'
import type { Deposit, Unattributed } from '../../contract/deposit.ts'
import type { Db } from '../../db/types.ts'
import { factOf } from '../../domain/ledger/fact.ts'
import type { Actor, Book, Result, BatchHook } from '../book/book.ts'
import type { Key } from '../book/submission.ts'
import type { Context } from '../context.ts'
import { reject, rejectByRule } from '../../contract/reject.ts'
import { replayOf } from '../http/replay.ts'
import { submit } from '../http/submit.ts'
import { mailTransfers } from './mail-transfers.ts'
import { findRequest, readDeposits, readUnattributed } from './queries.ts'
import { requireByMember, requireCreditable } from './require-creditable.ts'
import { showDeposit } from './show-deposit.ts'
import { showUnattributed } from './show-unattributed.ts'

/** What the caller wants to see: the request that the transfer missed, or the transfer. */
type AcceptInput = { show: 'transfer' } | { show: 'request'; request: number; required: number }

const answerAccepts: BatchHook<AcceptInput> = {
  name: 'accept-transfer',
  async run(tx, items) {
    const transfers = items.map(({ outcome }) => factOf(outcome.effects, 'transfer'))
    await mailTransfers(tx, transfers)
    const numbers = transfers.map(({ no }) => no)
    const shown = await readUnattributed(tx, sql`t.no = any(${numbers}::int[])`)
    const requests = items.flatMap(({ input }) => (input.show === 'request' ? input.request : []))
    const deposits = await readDeposits(tx, sql`r.no = any(${requests}::int[])`)
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

/** Credits an unattributed transfer to its member, on behalf of the clock or of whom `by` names. */
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
 * A member accepts an unattributed transfer. Refuses with 404 when it is not the member's, with 409
 * when it was credited before, is too small, or somebody has to look at it first, and with 503
 * when it is USDT that is not worth a dollar now or the chain cannot be asked.
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

/** Whether a transfer is the member's and no dust, which operators alone see. */
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
 * Credits what arrived for a request that it missed. Refuses with 404 when the request is not the
 * member's, 409 when it is credited already, nothing has arrived for it, or somebody has to look.
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
