import type { z } from 'zod'
import type { AccessChange } from '../../../contract/subjects/staff.ts'
import { reject, requireFound } from '../../../contract/refusals/reject.ts'
import { is, now } from '../../../db/expressions.ts'
import type { RowOf, Tx } from '../../../db/types.ts'
import { audit, type By } from '../../audit/audit.ts'
import { lockAdmins, readAdmins, requireTwoAdmins } from '../../rights/active-admins.ts'
import { endAdminWork } from '../../rights/end-admin-work.ts'
import { isExpired } from '../../rights/expire-access-changes.ts'
import {
  endOperatorSessions,
  lockForChange,
  lockOperatorRow,
  markDisabled,
  rightsOf,
  type OperatorRights,
  writeOperator,
} from '../operators.ts'
import type { SecondHalf } from '../password-halves.ts'

export const CHANGE_COLUMNS = [
  'no',
  'kind',
  'username',
  'role',
  'reason',
  'requested_by',
  'requested_at',
  'approved',
  'decided_by',
  'decided_at',
  'sealed_half',
] as const
export type AccessChangeRow = RowOf<'access_changes', (typeof CHANGE_COLUMNS)[number]>
type AccessChangeAnswer = z.infer<typeof AccessChange>

export const showAccessChange = (row: AccessChangeRow): AccessChangeAnswer => ({
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

export const recordAccessChange = (
  tx: Tx,
  by: By,
  action: string,
  row: AccessChangeRow,
  reason: string,
  before?: OperatorRights,
) => {
  const object = `operator ${row.username}`
  return audit(tx, [{ ...by, action, object, before, after: showAccessChange(row), reason }])
}

/**
 * Carries out a change, once another admin approves it. Refuses the admin's own requests, requests
 * about the admin, and those of a former admin.
 */
export async function applyAccessChange(
  tx: Tx,
  no: bigint,
  second: SecondHalf | null,
  by: By,
): Promise<AccessChangeRow> {
  await lockForChange(tx, [(await requireChange(tx, no)).username])
  const row = await decideAccessChange(tx, no, by.operator, true)
  const before = await carryOut(tx, row, second, by)
  await recordAccessChange(tx, by, 'approve access change', row, row.reason, before)
  return row
}

/** The operators in a request. None of them changes. */
async function requireChange(tx: Tx, no: bigint) {
  const row = await tx
    .selectFrom('access_changes')
    .select(['username', 'requested_by'])
    .where('no', '=', no)
    .executeTakeFirst()
  return requireFound(row)
}

/**
 * Records a decision. Refuses an approval by the admin who requested the change, and any decision
 * by the admin whom it is about, except to withdraw their own request. A thief of an admin's
 * account could otherwise stop the others from disabling it.
 */
export async function decideAccessChange(
  tx: Tx,
  no: bigint,
  operator: string,
  approved: boolean,
): Promise<AccessChangeRow> {
  const { requested_by: proposer } = await requireChange(tx, no)
  const admins = await lockAdmins(tx, [proposer, operator])
  const row = await tx
    .selectFrom('access_changes')
    .select(CHANGE_COLUMNS)
    .select(is(isExpired).as('expired'))
    .where('no', '=', no)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (row.approved !== null) throw reject('already_decided')
  const withdraws = !approved && proposer === operator
  if (row.username === operator && !withdraws) throw reject('self_approval')
  const decision = { isApproval: approved, proposer, decider: operator }
  requireTwoAdmins(admins, decision, 'change_outdated')
  if (approved && row.expired) throw reject('change_outdated')
  const decided = await tx
    .updateTable('access_changes')
    .set({ approved, decided_by: operator, decided_at: now, sealed_half: null })
    .where('no', '=', no)
    .returning(CHANGE_COLUMNS)
    .execute()
  return decided[0] ?? row
}

/** The reason to end what an operator had before they got fewer rights. */
export const DEMOTED = 'The operator lost the right to approve.'

/**
 * Refuses a request about an operator who was added or disabled since, or for whom we can no longer
 * read the first half of the password. Returns the operator's previous rights.
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
    await writeOperator(tx, { username, role: given, passwordHash: second.passwordHash }, by)
    return rightsOf(found)
  }
  if (!found) throw reject('not_found')
  if (found.role === 'admin' && role !== 'admin') await requireAnAdmin(tx, username)
  if (kind === 'disable') {
    await markDisabled(tx, username, by)
  } else if (role) {
    await tx.updateTable('operators').set({ role }).where('username', '=', username).execute()
    await endOperatorSessions(tx, username)
    if (role !== 'admin') await endAdminWork(tx, username, by, DEMOTED)
  }
  return rightsOf(found)
}

/** `lockForChange` has locked all admins. */
async function requireAnAdmin(tx: Tx, username: string): Promise<void> {
  const admins = await readAdmins(tx)
  if (admins.every((each) => each === username)) throw reject('last_admin')
}
