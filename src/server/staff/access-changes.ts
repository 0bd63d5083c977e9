import { anyOf, now, is, type Condition, lit } from '../../db/expressions.ts'
import type { z } from 'zod'
import type { OperatorRole } from '../../contract/endpoint.ts'
import {
  ApprovedAccessChange,
  type AccessChange,
  type RequestedAccessChange,
  type StaffMember,
} from '../../contract/subjects/staff.ts'
import type { Db, Tx } from '../../db/types.ts'
import { text } from '../../contract/texts/texts.ts'
import type { Context } from '../context.ts'
import { inOrder, type Sort } from '../http/paging.ts'
import { makeAnswer } from '../http/render.ts'
import { submitForAnswer } from '../http/submit.ts'
import { reject, rejectField } from '../../contract/refusals/reject.ts'
import type { By } from '../audit/audit.ts'
import {
  applyAccessChange,
  decideAccessChange,
  noteAccessChange,
  showAccessChange,
  type AccessChangeRow,
} from './apply-access-change.ts'
import { findOperatorRow } from './operators.ts'
import { completePassword, newFirstHalf } from './password-halves.ts'
import { changeColumns } from './expire-access-changes.ts'
import { endApprovals, isDemotion, withdrawalOf } from './withdraw-approvals.ts'

// Two admins change staff rights: one requests, another approves.

type AccessChangeAnswer = z.infer<typeof AccessChange>
type Form = {
  kind: AccessChangeRow['kind']
  username: string
  role?: OperatorRole | undefined
  reason: string
}
type Server = Pick<Context, 'db' | 'config'>
type Deciding = Server & Pick<Context, 'book'>

export async function readAccessChanges(
  db: Db | Tx,
  condition: Condition,
  limit = 1,
  offset = 0,
  sort: Sort = 'newest',
): Promise<AccessChangeAnswer[]> {
  const rows = await db
    .selectFrom('access_changes')
    .selectAll()
    .where(condition)
    .orderBy('no', inOrder(sort))
    .limit(limit)
    .offset(offset)
    .execute()
  return rows.map(showAccessChange)
}

export const accessChangeStates: Record<'pending' | 'approved' | 'rejected', Condition> = {
  pending: changeColumns('access_changes.approved', 'is', null),
  approved: changeColumns('access_changes.approved', '=', lit(true)),
  rejected: changeColumns('access_changes.approved', '=', lit(false)),
}

/** Every operator with role, second factor and open sessions. There are never many. */
export async function readStaff(
  db: Db,
  after: string | undefined,
  limit: number,
  offset: number,
): Promise<z.infer<typeof StaffMember>[]> {
  const rows = await db
    .selectFrom('operators')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('operator_sessions')
          .select(({ fn }) => [
            fn.max('operator_sessions.seen_at').as('seen_at'),
            fn
              .countAll<bigint>()
              .filterWhere('ended_at', 'is', null)
              .filterWhere('expires_at', '>', now)
              .as('sessions'),
          ])
          .whereRef('operator_sessions.operator', '=', 'operators.username')
          .as('theirs'),
      (join) => join.onTrue(),
    )
    .select((eb) => [
      'operators.username',
      'operators.role',
      is(eb('operators.totp_confirmed_at', 'is not', null)).as('enrolled'),
      'operators.created_at',
      'operators.disabled_at',
      'theirs.seen_at',
      'theirs.sessions',
    ])
    .where('operators.username', '>', after ?? '')
    .orderBy('operators.username')
    .limit(limit)
    .offset(offset)
    .execute()
  return rows.map((row) => ({
    username: row.username,
    role: row.role,
    totp_enrolled: row.enrolled,
    created_at: row.created_at.toISOString(),
    disabled_at: row.disabled_at?.toISOString() ?? null,
    last_seen_at: row.seen_at?.toISOString() ?? null,
    sessions: Number(row.sessions),
  }))
}

/**
 * Requests a change of rights, which takes effect when another admin approves it. Returns the first
 * half of the new password, once. If that half is lost, the admin has to request again.
 */
export async function requestAccessChange(
  { db, config }: Server,
  form: Form,
  by: By,
): Promise<z.infer<typeof RequestedAccessChange>> {
  const username = form.username.toLowerCase()
  const found = await findOperatorRow(db, username)
  if (form.kind === 'add' && found && !found.disabled_at) {
    throw rejectField('username', text('operator_exists'))
  }
  if (form.kind !== 'add' && (!found || found.disabled_at)) {
    throw rejectField('username', text('operator_unknown'))
  }
  const role = form.kind === 'add' || form.kind === 'role' ? (form.role ?? null) : null
  const first = form.kind === 'add' || form.kind === 'reset' ? newFirstHalf(config) : null
  return await db.transaction().execute(async (tx) => {
    const row = await tx
      .insertInto('access_changes')
      .values({
        kind: form.kind,
        username,
        role,
        reason: form.reason,
        requested_by: by.operator,
        sealed_half: first?.sealed ?? null,
      })
      .onConflict((conflict) =>
        conflict.column('username').where('approved', 'is', null).doNothing(),
      )
      .returningAll()
      .executeTakeFirst()
    if (!row) throw reject('change_pending')
    await noteAccessChange(tx, by, 'request access change', row, row.reason)
    return { ...showAccessChange(row), first_password_half: first?.half ?? null }
  })
}

/** Carries out a change and returns the second half of the new password, where there is one. */
export async function approveAccessChange(
  context: Deciding,
  no: bigint,
  by: By,
): Promise<z.infer<typeof ApprovedAccessChange>> {
  const { db, config } = context
  const operator = await findDemoted(db, no)
  if (operator !== null) {
    const reason = 'The operator lost the right to approve.'
    const cause = { kind: 'access_change' as const, change: no }
    const input = { operator, by, reason, cause }
    return await submitForAnswer(context, answerDemotion, { ...withdrawalOf(input), input })
  }
  const second = await completePassword(db, config, no)
  const row = await db.transaction().execute((tx) => applyAccessChange(tx, no, second, by))
  return { ...showAccessChange(row), second_password_half: second?.half ?? null }
}

const answerDemotion = makeAnswer({
  hook: endApprovals,
  body: ApprovedAccessChange,
  async render({ db }, done) {
    const numbers = done.flatMap(({ receipt }) => receipt.change ?? [])
    const rows = await readAccessChanges(
      db,
      changeColumns('access_changes.no', '=', anyOf(numbers, 'bigint')),
      done.length,
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

/** Rejects a change, which may be the admin's own. Nothing else changes. */
export async function rejectAccessChange(
  db: Db,
  no: bigint,
  by: By,
  reason: string,
): Promise<AccessChangeAnswer> {
  return await db.transaction().execute(async (tx) => {
    const row = await decideAccessChange(tx, no, by.operator, false)
    await noteAccessChange(tx, by, 'reject access change', row, reason)
    return showAccessChange(row)
  })
}
