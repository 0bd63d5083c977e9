import type { z } from 'zod'
import { reject, Rejection } from '../../../contract/refusals/reject.ts'
import type { DecidedWithdrawal } from '../../../contract/subjects/withdrawal.ts'
import { anyOf } from '../../../db/expressions.ts'
import { micros } from '../../../domain/money/money.ts'
import type { By } from '../../audit/audit.ts'
import type { Context } from '../../context.ts'
import { rejectionOf } from '../../http/rejection-of.ts'
import { decideWithdrawal } from './decide-withdrawal.ts'
import { readOperatorWithdrawals, type WithdrawalAnswer } from './withdrawals.ts'
import { withdrawalColumns } from '../queries.ts'

type Item = { id: string; revision: number }

/** The command for an operator's approval, within the limits for one operator. */
export const approvalOf = (
  { config }: Context,
  operator: string,
  id: string,
  revision: number | undefined,
) =>
  ({
    kind: 'approve_withdrawal',
    withdrawal: Number(id),
    operator,
    revision: revision ?? null,
    payoutLimitMicros: micros(config.approvalLimitMicros),
    dayLimitMicros: micros(config.approvalDayLimitMicros),
  }) as const

/**
 * Approves several withdrawals, each at the revision that the operator saw. Neither a refusal nor a
 * failure stops the others or hides their results. Without any result, the failure is the answer.
 */
export async function approveMany(
  context: Context,
  items: readonly Item[],
  by: By,
): Promise<z.infer<typeof DecidedWithdrawal>[]> {
  const tried = await Promise.allSettled(
    items.map(async (item) => {
      const command = approvalOf(context, by.operator, item.id, item.revision)
      const withdrawal = await decideWithdrawal(context, command, by)
      return { id: item.id, done: true, code: null, detail: null, withdrawal }
    }),
  )
  const failures = tried.flatMap((each): unknown[] =>
    each.status === 'rejected' ? [each.reason] : [],
  )
  if (failures.length === tried.length && failures.every(isFailure)) {
    throw failures[0]
  }
  const refused = items.filter((_, i) => tried[i]?.status === 'rejected').map(({ id }) => id)
  const now = await readNow(context, refused, by.requestId)
  return tried.map((each, i) => {
    if (each.status === 'fulfilled') return each.value
    const { code, message } = itemRejectionOf(context, each.reason, by.requestId)
    const id = items[i]?.id ?? ''
    return { id, done: false, code, detail: message, withdrawal: now.get(id) ?? null }
  })
}

/** Withdrawals as they are now, by id. None if we can't read them, so the results aren't lost. */
async function readNow(
  { db, config, log }: Context,
  ids: readonly string[],
  requestId: string,
): Promise<Map<string, WithdrawalAnswer>> {
  if (ids.length === 0) return new Map()
  const those = withdrawalColumns('withdrawals.no', '=', anyOf(ids.map(Number), 'int'))
  try {
    const rows = await readOperatorWithdrawals(db, config.approvalLimitMicros, those)
    return new Map(rows.map((row) => [row.id, row]))
  } catch (error) {
    log.warn({ err: error, id: requestId }, 'failed to read refused withdrawals')
    return new Map()
  }
}

const isFailure = (error: unknown): boolean => !(error instanceof Rejection)

/** What the API would answer if the item were a request of its own. */
function itemRejectionOf({ log }: Context, error: unknown, id: string): Rejection {
  const rejection = rejectionOf(error)
  if (!rejection) log.error({ err: error, id }, 'a bug')
  return rejection ?? reject('internal_error')
}
