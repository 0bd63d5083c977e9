import type { z } from 'zod'
import { Rejection } from '../../contract/refusals/reject.ts'
import type { DecidedWithdrawal } from '../../contract/subjects/withdrawal.ts'
import { micros } from '../../domain/money/money.ts'
import type { Context } from '../context.ts'
import { decideWithdrawal } from './decide-withdrawal.ts'

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
 * Approves several withdrawals, each at the revision that the operator saw. A refusal doesn't stop
 * the others.
 */
export async function approveMany(
  context: Context,
  operator: string,
  items: readonly Item[],
  requestId: string,
): Promise<z.infer<typeof DecidedWithdrawal>[]> {
  const decided = items.map(async (item) => {
    const command = approvalOf(context, operator, item.id, item.revision)
    try {
      const withdrawal = await decideWithdrawal(context, operator, command, undefined, requestId)
      return { id: item.id, done: true, code: null, detail: null, withdrawal }
    } catch (error) {
      if (!(error instanceof Rejection)) throw error
      const { code, message } = error
      return { id: item.id, done: false, code, detail: message, withdrawal: null }
    }
  })
  return await Promise.all(decided)
}
