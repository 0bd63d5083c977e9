import { anyOf, lit } from '../../../db/expressions.ts'
import type { z } from 'zod'
import { ApprovedAccessChange } from '../../../contract/subjects/staff.ts'
import type { Db } from '../../../db/types.ts'
import type { Context } from '../../context.ts'
import { BookUnavailable } from '../../book/submission.ts'
import { makeAnswer } from '../../http/render.ts'
import { submitForAnswer } from '../../http/submit.ts'
import type { By } from '../../audit/audit.ts'
import { applyAccessChange, DEMOTED, showAccessChange } from './apply-access-change.ts'
import { requestEnding } from '../operators.ts'
import { completePassword } from '../password-halves.ts'
import { changeColumns } from '../../rights/expire-access-changes.ts'
import {
  endApprovals,
  endPendingApprovals,
  isDemotion,
  withdrawalOf,
} from './withdraw-approvals.ts'
import { readAccessChanges } from './access-changes.ts'

/** Carries out a change. Returns the second half of the new password, if there is one. */
export async function approveAccessChange(
  context: Pick<Context, 'db' | 'config' | 'book' | 'log'>,
  no: bigint,
  by: By,
): Promise<z.infer<typeof ApprovedAccessChange>> {
  const { db, config, log } = context
  const operator = await findDemoted(db, no)
  if (operator !== null) return await demote(context, no, operator, by)
  const second = await completePassword(db, config, no)
  const row = await db.transaction().execute((tx) => applyAccessChange(tx, no, second, by))
  // Only now, because a thief of the account can't approve anything else now. If this fails, the
  // leader does it, and the answer must still have the second half of the password.
  if (row.kind === 'reset') {
    await endPendingApprovals(context, row.username).catch((error: unknown) => {
      log.warn(
        { err: error, operator: row.username },
        'the approvals of a reset operator end later',
      )
    })
  }
  return { ...showAccessChange(row), second_password_half: second?.half ?? null }
}

/** Takes rights away, and ends what the operator has approved. */
async function demote(
  context: Pick<Context, 'db' | 'config' | 'book'>,
  no: bigint,
  operator: string,
  by: By,
): Promise<z.infer<typeof ApprovedAccessChange>> {
  const cause = { kind: 'access_change' as const, change: no }
  const input = { operator, by, reason: DEMOTED, cause }
  const submission = { ...withdrawalOf(input), input }
  try {
    return await submitForAnswer(context, answerDemotion, submission)
  } catch (error) {
    if (!(error instanceof BookUnavailable)) throw error
  }
  // A batch waits only briefly for the operator's requests, and they may keep coming. A transaction
  // of our own waits its turn. The leader then ends the approvals, which pay nothing until it has.
  const row = await context.db.transaction().execute(async (tx) => {
    const applied = await applyAccessChange(tx, no, null, by)
    await requestEnding(tx, operator, by, DEMOTED)
    return applied
  })
  return { ...showAccessChange(row), second_password_half: null }
}

const answerDemotion = makeAnswer({
  hook: endApprovals,
  body: ApprovedAccessChange,
  async render({ db }, done) {
    const numbers = done.flatMap(({ receipt }) => receipt.change ?? [])
    const rows = await readAccessChanges(
      db,
      changeColumns('access_changes.no', '=', anyOf(numbers, 'bigint')),
      { limit: done.length },
    )
    return done.map(({ receipt }) => {
      const row = rows.find(({ id }) => id === String(receipt.change))
      return row && { ...row, second_password_half: null }
    })
  },
})

/**
 * The operator whose approvals end with this change: one who is disabled or gets fewer rights. An
 * operator who is added again lost them when they were disabled.
 */
async function findDemoted(db: Db, no: bigint): Promise<string | null> {
  const row = await db
    .selectFrom('access_changes')
    .innerJoin('operators', 'operators.username', 'access_changes.username')
    .select([
      'access_changes.kind',
      'access_changes.username',
      'access_changes.role',
      'operators.role as now',
    ])
    .where('access_changes.no', '=', no)
    .where('access_changes.kind', '<>', lit('add'))
    .executeTakeFirst()
  if (!row) return null
  const ends = row.kind === 'disable' || (row.role !== null && isDemotion(row.now, row.role))
  return ends ? row.username : null
}
