import { now, is, type Condition, lit } from '../../db/expressions.ts'
import type { z } from 'zod'
import type { OperatorRole } from '../../contract/endpoint.ts'
import type {
  AccessChange,
  ApprovedAccessChange,
  RequestedAccessChange,
  StaffMember,
} from '../../contract/subjects/staff.ts'
import type { Db, RowOf, Tx } from '../../db/types.ts'
import { text } from '../../contract/texts/texts.ts'
import type { Context } from '../context.ts'
import { inOrder, type Sort } from '../http/paging.ts'
import { reject, rejectField } from '../../contract/refusals/reject.ts'
import { audit, type By } from '../audit/audit.ts'
import {
  endOperatorSessions,
  findOperatorRow,
  lockOperatorRow,
  markDisabled,
  rightsOf,
  type OperatorRights,
  writeOperator,
} from './operators.ts'
import { completePassword, newFirstHalf, type SecondHalf } from './password-halves.ts'
import { isExpired, changeColumns } from './expire-access-changes.ts'
import { isDemotion, withdrawApprovals } from './withdraw-approvals.ts'

// Two admins change staff rights: one requests, another approves.

type AccessChangeAnswer = z.infer<typeof AccessChange>
type AccessChangeRow = RowOf<'access_changes'>
type Form = {
  kind: AccessChangeRow['kind']
  username: string
  role?: OperatorRole | undefined
  reason: string
}
type Server = Pick<Context, 'db' | 'config'>
type Deciding = Server & Pick<Context, 'book'>

const show = (row: AccessChangeRow): AccessChangeAnswer => ({
  id: String(row.no),
  kind: row.kind,
  username: row.username,
  role: row.role,
  reason: row.reason,
  status: row.approved === null ? 'pending' : row.approved ? 'approved' : 'rejected',
  requested_by: row.requested_by,
  requested_at: row.requested_at.toISOString(),
  decided_by: row.decided_by,
  decided_at: row.decided_at?.toISOString() ?? null,
})

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
  return rows.map(show)
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
    await note(tx, by, 'request access change', row, row.reason)
    return { ...show(row), first_password_half: first?.half ?? null }
  })
}

const note = (
  tx: Tx,
  by: By,
  action: string,
  row: AccessChangeRow,
  reason: string,
  before?: OperatorRights,
) => {
  const object = `operator ${row.username}`
  return audit(tx, [{ ...by, action, object, before, after: show(row), reason }])
}

/**
 * Carries out a change and returns the second half of the new password. Refuses the admin's own
 * requests, and requests about the admin.
 */
export async function approveAccessChange(
  { db, book, config }: Deciding,
  no: bigint,
  by: By,
): Promise<z.infer<typeof ApprovedAccessChange>> {
  const second = await completePassword(db, config, no)
  const carry = async (tx: Tx) => {
    const row = await decide(tx, no, by.operator, true)
    const before = await carryOut(tx, row, second, by)
    await note(tx, by, 'approve access change', row, row.reason, before)
    return { ...show(row), second_password_half: second?.half ?? null }
  }
  const operator = await findDemoted(db, no)
  if (operator === null) return await db.transaction().execute(carry)
  const reason = 'The operator lost the right to approve.'
  return await withdrawApprovals(book, { operator, by, reason, takeAccess: carry })
}

/** The operator whose approvals end with this change: one who is disabled or gets fewer rights. */
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
    const row = await decide(tx, no, by.operator, false)
    await note(tx, by, 'reject access change', row, reason)
    return show(row)
  })
}

async function decide(
  tx: Tx,
  no: bigint,
  operator: string,
  approved: boolean,
): Promise<AccessChangeRow> {
  const row = await tx
    .selectFrom('access_changes')
    .selectAll()
    .select(is(isExpired).as('expired'))
    .where('no', '=', no)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw reject('not_found')
  if (row.approved !== null) throw reject('already_decided')
  const own = row.requested_by === operator || row.username === operator
  if (approved && own) throw reject('self_approval')
  if (approved && row.expired) throw reject('change_outdated')
  const decided = await tx
    .updateTable('access_changes')
    .set({ approved, decided_by: operator, decided_at: now, sealed_half: null })
    .where('no', '=', no)
    .returningAll()
    .execute()
  return decided[0] ?? row
}

/**
 * Refuses a request about an operator who was added or disabled since, or whose password's first
 * half we can no longer read. Returns the operator's previous rights.
 */
async function carryOut(
  tx: Tx,
  row: AccessChangeRow,
  second: SecondHalf | null,
  by: By,
): Promise<OperatorRights> {
  const { kind, username, role } = row
  const found = await lockOperatorRow(tx, username)
  const works = found?.disabled_at === null
  if (works === (kind === 'add')) throw reject('change_outdated')
  const given = kind === 'reset' ? found?.role : role
  if (kind === 'add' || kind === 'reset') {
    if (!second || !given) throw reject('change_outdated')
    await writeOperator(tx, username, given, second.passwordHash)
    return rightsOf(found)
  }
  if (!found) throw reject('not_found')
  if (found.role === 'admin' && role !== 'admin') await keepAnAdmin(tx, username)
  if (kind === 'disable') {
    await markDisabled(tx, username, by)
  } else if (role) {
    await tx.updateTable('operators').set({ role }).where('username', '=', username).execute()
    await endOperatorSessions(tx, username)
  }
  return rightsOf(found)
}

async function keepAnAdmin(tx: Tx, username: string): Promise<void> {
  const rows = await tx
    .selectFrom('operators')
    .select('username')
    .where('role', '=', lit('admin'))
    .where('disabled_at', 'is', null)
    .where('username', '<>', username)
    .forUpdate()
    .execute()
  if (rows.length === 0) throw reject('last_admin')
}
