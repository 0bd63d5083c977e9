import { randomBytes } from 'node:crypto'
import type { OperatorRole } from '../../contract/roles.ts'
import { anyOf, lit, now } from '../../db/expressions.ts'
import type { Db, RowOf, Tx } from '../../db/types.ts'
import { hashPassword } from '../passwords/password.ts'
import type { Config } from '../config/config.ts'
import { audit, type By } from '../audit/audit.ts'
import { lockOperator, lockRights } from '../authority/authority.ts'
import { endAdminWork } from '../rights/end-admin-work.ts'
import { rejectWaiting, changeColumns } from '../rights/expire-access-changes.ts'

/** A first password. It only lets the operator set their own password. */
const newOperatorPassword = (): string => randomBytes(12).toString('base64url')

type Written = {
  readonly username: string
  readonly role: OperatorRole
  readonly passwordHash: string
}

/**
 * Writes an operator with a new password and nothing else: no second factor, passkeys, sessions,
 * keys, or open proposals, because they may be a thief's. The ledger has the approvals of money. It
 * withdraws them once it can (`endPendingApprovals`), and until then nothing is paid by them.
 */
export async function writeOperator(
  tx: Tx,
  { username, role, passwordHash }: Written,
  by: By,
): Promise<void> {
  const fresh = {
    role,
    password_hash: passwordHash,
    totp_secret: null,
    totp_confirmed_at: null,
    totp_last_step: null,
    totp_failures: 0,
    totp_locked_until: null,
    disabled_at: null,
    must_change_password: true,
    password_set_at: now,
  }
  if (await findOperatorRow(tx, username)) await requestEnding(tx, username, by, RESET)
  await tx
    .insertInto('operators')
    .values({ username, ...fresh })
    .onConflict((conflict) => conflict.column('username').doUpdateSet(fresh))
    .execute()
  await tx.deleteFrom('passkeys').where('operator', '=', username).execute()
  await endOperatorSessions(tx, username)
  await endAdminWork(tx, username, by, RESET)
}

/** Records that the ledger has to end an operator's approvals, which pay nothing until then. */
export const requestEnding = (tx: Tx, operator: string, by: By, reason: string) =>
  tx
    .insertInto('approval_endings')
    .values({ operator, ended_by: by.operator, request_id: by.requestId, reason })
    .execute()

/** The reason to end what an operator had before a new password. */
const RESET = 'The operator got a new password.'

/** Ends an operator's sessions, except one, when none of their changes is on its way. */
export async function endOperatorSessions(
  tx: Tx,
  username: string,
  except?: bigint,
): Promise<void> {
  await lockOperator(tx, username)
  await tx
    .updateTable('operator_sessions')
    .set({ ended_at: now })
    .where('operator', '=', username)
    .where('ended_at', 'is', null)
    .$if(except !== undefined, (query) => query.where('no', '<>', except ?? 0n))
    .execute()
}

export const byCommandLine: By = { operator: 'command line', requestId: 'command line' }

export type OperatorRights = { role: OperatorRole; disabled: boolean } | undefined

/** An operator's rights, for the audit log; undefined if there is none. */
export const rightsOf = (
  row: { role: OperatorRole; disabled_at: Date | null } | undefined,
): OperatorRights => row && { role: row.role, disabled: row.disabled_at !== null }

const recordOperatorChange = (
  tx: Tx,
  action: string,
  username: string,
  before: OperatorRights,
  after: OperatorRights,
) => audit(tx, [{ ...byCommandLine, action, object: `operator ${username}`, before, after }])

/** Adds an operator, or gives an existing one a new role and password. Returns the password. */
export async function addOperator(db: Db, name: string, role: OperatorRole): Promise<string> {
  const password = newOperatorPassword()
  const hash = await hashPassword(password)
  const username = name.toLowerCase()
  await db.transaction().execute(async (tx) => {
    await lockForChange(tx, [username])
    const before = rightsOf(await lockOperatorRow(tx, username))
    await writeOperator(tx, { username, role, passwordHash: hash }, byCommandLine)
    const after = { role, disabled: false }
    await recordOperatorChange(tx, 'add operator', username, before, after)
  })
  return password
}

/** Sets a new password for an operator who lost theirs. A disabled one stays disabled. */
export async function resetOperator(
  db: Db,
  name: string,
): Promise<{ password: string } | 'unknown' | 'disabled'> {
  const password = newOperatorPassword()
  const hash = await hashPassword(password)
  const username = name.toLowerCase()
  return await db.transaction().execute(async (tx) => {
    await lockForChange(tx, [username])
    const found = await lockOperatorRow(tx, username)
    if (!found) return 'unknown'
    if (found.disabled_at) return 'disabled'
    const written = { username, role: found.role, passwordHash: hash }
    await writeOperator(tx, written, byCommandLine)
    const rights = rightsOf(found)
    await recordOperatorChange(tx, 'reset operator', username, rights, rights)
    return { password }
  })
}

/**
 * Ends an operator's access, and records that their approvals have to end. False if there is no
 * such operator.
 */
export async function disableOperator(db: Db, name: string): Promise<boolean> {
  const username = name.toLowerCase()
  return await db.transaction().execute(async (tx) => {
    await lockForChange(tx, [username])
    // A change may be about to add an operator of this name, and has to stay.
    const found = await lockOperatorRow(tx, username)
    if (!found) return false
    await markDisabled(tx, username, byCommandLine)
    await requestEnding(tx, username, byCommandLine, DISABLED)
    const after = { role: found.role, disabled: true }
    await recordOperatorChange(tx, 'disable operator', username, rightsOf(found), after)
    return true
  })
}

/** The reason to end what a disabled operator had. */
const DISABLED = 'The operator was disabled.'

/**
 * Ends an operator's access, their proposals, and the pending changes about them, because a pending
 * reset would restore the access. Locks operators before changes, in the same order as an approval.
 * Returns the operator's previous rights.
 */
export async function markDisabled(tx: Tx, username: string, by: By): Promise<OperatorRights> {
  const before = rightsOf(await lockOperatorRow(tx, username))
  await tx
    .updateTable('operators')
    .set(({ fn, ref }) => ({ disabled_at: fn.coalesce(ref('disabled_at'), now) }))
    .where('username', '=', username)
    .execute()
  await rejectWaiting(tx, changeColumns('access_changes.username', '=', username), by, DISABLED)
  await endOperatorSessions(tx, username)
  await endAdminWork(tx, username, by, DISABLED)
  return before
}

const OPERATOR_COLUMNS = [
  'username',
  'role',
  'password_hash',
  'must_change_password',
  'password_set_at',
  'totp_secret',
  'totp_confirmed_at',
  'totp_last_step',
  'totp_failures',
  'totp_locked_until',
  'totp_failure_told',
  'disabled_at',
] as const

export type OperatorRow = RowOf<'operators', (typeof OPERATOR_COLUMNS)[number]>

const operatorRow = (tx: Db | Tx, username: string) =>
  tx.selectFrom('operators').select(OPERATOR_COLUMNS).where('username', '=', username)

export const findOperatorRow = (tx: Db | Tx, username: string) =>
  operatorRow(tx, username).executeTakeFirst()

/**
 * Locks the given operators and all admins until the transaction ends, for a change of rights.
 * Taking all of them at once, in order, is free of deadlocks. It first waits until none of the
 * operators' own changes is on its way, so that these can't keep the rows locked.
 */
export async function lockForChange(tx: Tx, usernames: readonly string[]): Promise<void> {
  await lockRights(tx)
  for (const username of new Set(usernames)) await lockOperator(tx, username)
  await tx
    .selectFrom('operators')
    .select('username')
    .where((eb) =>
      eb.or([eb('username', '=', anyOf(usernames, 'text')), eb('role', '=', lit('admin'))]),
    )
    .orderBy('username')
    .forUpdate()
    .execute()
}

/** The same, locked until the transaction ends. */
export const lockOperatorRow = (tx: Tx, username: string) =>
  operatorRow(tx, username).forUpdate().executeTakeFirst()

/** The stored username of an operator who isn't disabled. */
export async function findActiveOperator(db: Db, name: string): Promise<string | undefined> {
  const row = await findOperatorRow(db, name.toLowerCase())
  return row?.disabled_at === null ? row.username : undefined
}

/** Creates the configured operator if there is none at all. */
export async function ensureFirstOperator(db: Db, { operator }: Config): Promise<void> {
  if (!operator) return
  const any = await db.selectFrom('operators').select('username').limit(1).executeTakeFirst()
  if (any) return
  const hash = await hashPassword(operator.password)
  const username = operator.username.toLowerCase()
  await db.transaction().execute(async (tx) => {
    const { numInsertedOrUpdatedRows: added } = await tx
      .insertInto('operators')
      .values({ username, role: 'admin', password_hash: hash })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    if (added !== 1n) return
    const by = { operator: 'configuration', requestId: 'start' }
    const after = { role: 'admin' }
    await audit(tx, [{ ...by, action: 'add operator', object: `operator ${username}`, after }])
  })
}
