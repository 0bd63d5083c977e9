import type { Tx } from '../../db/types.ts'
import {
  forgiveWrongCodes,
  countWrongCode,
  lockedSeconds,
  refuseLocked,
  type WrongCode,
} from '../auth/factor-guard.ts'
import type { Context } from '../context.ts'
import { reportAccess } from '../email/report-access.ts'
import { audit } from '../audit/audit.ts'
import { lockOperatorRow } from './operators.ts'
import type { Origin } from './session-object.ts'
import { findTotpStep } from '../auth/totp.ts'

/**
 * Whether the code is the app's; each works once. Every tenth wrong one locks the factor, which
 * refuses all codes meanwhile.
 */
export async function verifyOperatorCode(
  context: Context,
  { username, session }: { username: string; session: bigint | null },
  code: string,
  from: Origin,
): Promise<boolean> {
  const enterer = { operator: username, session }
  const verdict = await context.db.transaction().execute(async (tx) => {
    const row = await lockOperatorRow(tx, username)
    const locked = await lockedSeconds(tx, enterer)
    if (locked !== null) return { locked }
    const step = row?.totp_confirmed_at
      ? await findTotpStep(tx, context.config.authSecret, row, code)
      : null
    if (step === null) {
      await reportWrongCode(tx, context, username, await countWrongCode(tx, enterer), from)
      return false
    }
    await forgiveWrongCodes(tx, enterer)
    await tx
      .updateTable('operators')
      .set({ totp_last_step: step })
      .where('username', '=', username)
      .execute()
    return true
  })
  if (typeof verdict === 'object') throw refuseLocked(verdict.locked)
  return verdict
}

/** A wrong code after the right password is the only sign of a stolen password. */
async function reportWrongCode(
  tx: Tx,
  { config }: Context,
  username: string,
  { first, lockedHours }: WrongCode,
  { device, address, requestId }: Origin,
): Promise<void> {
  if (!first && lockedHours === null) return
  const locked = lockedHours !== null
  const action = locked ? 'lock second factor' : 'wrong second factor'
  const after = { device, address, ...(locked && { hours: lockedHours }) }
  await audit(tx, [
    { operator: username, action, object: `operator ${username}`, after, requestId },
  ])
  const what = locked
    ? `entered ten wrong codes, which locks their second factor for ${lockedHours} h`
    : 'entered a wrong code after the right password'
  await reportAccess(tx, config, username, what, { device, address })
}
