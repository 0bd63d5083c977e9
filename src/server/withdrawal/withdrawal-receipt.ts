import { z } from 'zod'
import { Withdrawal } from '../../contract/subjects/withdrawal.ts'
import { anyOf } from '../../db/expressions.ts'
import type { Db } from '../../db/types.ts'
import { WITHDRAWAL_STATES, eventOf } from '../../domain/ledger/event.ts'
import { isFinal } from '../../domain/wallet/withdrawal.ts'
import type { AnsweredHook, HookItem } from '../book/batch-hook.ts'
import { ASSET_CODES } from '../book/rows/ledger-rows.ts'
import { makeAnswer, type Receipt } from '../http/render.ts'
import { readWithdrawals, withdrawalColumns } from './queries.ts'
import { showOwnWithdrawal, type WithdrawalRow } from './show-withdrawal.ts'

/** The fields of a withdrawal that a command set. All other fields of its row stay as requested. */
export const WithdrawalReceipt = z.object({
  no: z.int(),
  state: z.enum(WITHDRAWAL_STATES),
  revision: z.int(),
  reason: z.string(),
  failure: z.string(),
  asset: z.int().nullable(),
  txid: z.string().nullable(),
  approved_by: z.string(),
})
export type WithdrawalReceipt = z.output<typeof WithdrawalReceipt>

export function withdrawalReceipt({ outcome }: HookItem<unknown>): WithdrawalReceipt {
  const event = eventOf(outcome.effects, 'withdrawal')
  const { no, state, revision, reason, failure, coin, txid, approvedBy } = event
  const asset = coin === null ? null : ASSET_CODES[coin]
  return { no, state, revision, reason, failure, asset, txid, approved_by: approvedBy.join(',') }
}

/** The withdrawals as the commands left them, in the order of the commands. */
export async function readAsDone(
  db: Db,
  done: readonly Receipt<WithdrawalReceipt>[],
): Promise<(WithdrawalRow | undefined)[]> {
  const numbers = done.map(({ receipt }) => receipt.no)
  const rows = await readWithdrawals(
    db,
    withdrawalColumns('withdrawals.no', '=', anyOf(numbers, 'int')),
  )
  return done.map(({ at, receipt }) => {
    const row = rows.find(({ no }) => no === receipt.no)
    const processed_at = isFinal(receipt.state) ? new Date(at) : null
    return row && { ...row, ...receipt, processed_at }
  })
}

/** Answers a member with the withdrawal that a command created or changed. */
export const answerWithWithdrawal = <I>(hook: AnsweredHook<I, WithdrawalReceipt>) =>
  makeAnswer({
    hook,
    body: Withdrawal,
    async render({ db }, done) {
      const rows = await readAsDone(db, done)
      return rows.map((row) => row && showOwnWithdrawal(row))
    },
  })
