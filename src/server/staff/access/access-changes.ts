import type { OperatorRole } from '../../../contract/roles.ts'
import { type Condition, lit } from '../../../db/expressions.ts'
import type { z } from 'zod'
import type { AccessChange, RequestedAccessChange } from '../../../contract/subjects/staff.ts'
import type { Db, Tx } from '../../../db/types.ts'
import { text } from '../../../contract/texts/texts.ts'
import type { Context } from '../../context.ts'
import { inOrder, type Slice } from '../../http/paging.ts'
import { reject, rejectField } from '../../../contract/refusals/reject.ts'
import type { By } from '../../audit/audit.ts'
import {
  CHANGE_COLUMNS,
  decideAccessChange,
  recordAccessChange,
  showAccessChange,
  type AccessChangeRow,
} from './apply-access-change.ts'
import { findOperatorRow } from '../operators.ts'
import { newFirstHalf } from '../password-halves.ts'
import { requireAdmin } from '../../rights/active-admins.ts'
import { changeColumns, rejectWaiting } from '../../rights/expire-access-changes.ts'

// Two admins change staff rights: one requests, another approves.

type AccessChangeAnswer = z.infer<typeof AccessChange>

type Form = {
  kind: AccessChangeRow['kind']
  username: string
  role?: OperatorRole | undefined
  reason: string
}

export async function readAccessChanges(
  db: Db | Tx,
  condition: Condition,
  { limit = 1, offset = 0, sort = 'newest' }: Slice = {},
): Promise<AccessChangeAnswer[]> {
  const rows = await db
    .selectFrom('access_changes')
    .select(CHANGE_COLUMNS)
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

const REPLACED = 'Another admin requested a change for this operator.'

/** An operator's request about themself. It doesn't keep others from requesting a change. */
const isOwnOf = (username: string): Condition =>
  changeColumns.and([
    changeColumns('access_changes.username', '=', username),
    changeColumns('access_changes.requested_by', '=', username),
  ])

/**
 * Requests a change of rights, which takes effect when another admin approves it. Returns the first
 * half of the new password, once. If that half is lost, the admin has to request again.
 */
export async function requestAccessChange(
  { db, config }: Pick<Context, 'db' | 'config'>,
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
    await requireAdmin(tx, by.operator)
    if (username !== by.operator) await rejectWaiting(tx, isOwnOf(username), by, REPLACED)
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
      .returning(CHANGE_COLUMNS)
      .executeTakeFirst()
    if (!row) throw reject('change_pending')
    await recordAccessChange(tx, by, 'request access change', row, row.reason)
    return { ...showAccessChange(row), first_password_half: first?.half ?? null }
  })
}

/** Rejects a change, or withdraws the admin's own. Nothing else changes. */
export async function rejectAccessChange(
  db: Db,
  no: bigint,
  by: By,
  reason: string,
): Promise<AccessChangeAnswer> {
  return await db.transaction().execute(async (tx) => {
    const row = await decideAccessChange(tx, no, by.operator, false)
    await recordAccessChange(tx, by, 'reject access change', row, reason)
    return showAccessChange(row)
  })
}
