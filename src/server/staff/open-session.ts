import { now, fromNow } from '../../db/expressions.ts'
import type { Db, RowOf, Tx } from '../../db/types.ts'
import type { Context } from '../context.ts'
import { reportAccess } from '../email/report-access.ts'
import { findPasskeys } from '../passkeys/passkeys.ts'
import { reject } from '../../contract/refusals/reject.ts'
import { audit } from '../audit/audit.ts'
import { hashToken } from '../auth/tokens/secret-token.ts'
import { lockOperator } from '../authority/authority.ts'
import { lockOperatorRow, type OperatorRow } from './operators.ts'
import { sessionObject, type Origin } from './session-object.ts'
import { hasFactor } from './set-up-totp.ts'

export const SESSION_HOURS = 12

/** How an operator signed in: by the password, with the code if there is one, or by a passkey. */
type By =
  | { passwordHash: string; gaveCode: boolean; hasSecondFactor: boolean }
  | { passkey: RowOf<'passkeys', 'no' | 'name'> }

const refusalOf = (by: By) => ('passkey' in by ? 'passkey_refused' : 'login_failed')

async function holds(tx: Tx, row: RowOf<'operators', 'username' | 'password_hash'>, by: By) {
  if ('passwordHash' in by) return row.password_hash === by.passwordHash
  const passkeys = await findPasskeys(tx, { operator: row.username })
  return passkeys.some(({ no }) => no === by.passkey.no)
}

/** Refuses the password alone if the operator has set up a second factor in the meantime. */
async function requireFactor(tx: Tx, row: OperatorRow, by: By): Promise<void> {
  if ('passkey' in by || by.gaveCode || !(await hasFactor(tx, row))) return
  throw reject(row.totp_confirmed_at ? 'totp_required' : 'passkey_required')
}

export async function beginSession(
  { db, config }: Context,
  { username, ...by }: { username: string } & By,
  token: string,
  { device, address, requestId }: Origin,
): Promise<bigint> {
  const expires = fromNow('hours', SESSION_HOURS)
  return await db.transaction().execute(async (tx) => {
    // Check again under the lock: an operator reset or disabled meanwhile gets no session.
    const row = await lockOperatorRow(tx, username)
    if (!row || row.disabled_at || !(await holds(tx, row, by))) throw reject(refusalOf(by))
    if (config.production) await requireFactor(tx, row, by)
    const { no } = await tx
      .insertInto('operator_sessions')
      .values({ hash: hashToken(token), operator: username, device, address, expires_at: expires })
      .returning('no')
      .executeTakeFirstOrThrow()
    const after = {
      device,
      address,
      ...('passkey' in by
        ? { passkey: by.passkey.name }
        : { second_factor_set_up: by.hasSecondFactor }),
    }
    const object = sessionObject(no)
    await audit(tx, [{ operator: username, action: 'sign in', object, after, requestId }])
    // Someone else may have read the password on its way here, so we tell the alert mailbox.
    if (config.production && 'passwordHash' in by && !by.hasSecondFactor) {
      const what = 'signed in by the password alone'
      await reportAccess(tx, config, username, what, { device, address })
    }
    return no
  })
}

export async function endOperatorSession(db: Db, token: string, requestId: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const found = await tx
      .selectFrom('operator_sessions')
      .select('operator')
      .where('hash', '=', hashToken(token))
      .executeTakeFirst()
    if (!found) return
    await lockOperator(tx, found.operator)
    const rows = await tx
      .updateTable('operator_sessions')
      .set({ ended_at: now })
      .where('hash', '=', hashToken(token))
      .where('ended_at', 'is', null)
      .returning(['no', 'operator'])
      .execute()
    const entries = rows.map(({ no, operator }) => {
      return { operator, action: 'sign out', object: sessionObject(no), requestId }
    })
    await audit(tx, entries)
  })
}
