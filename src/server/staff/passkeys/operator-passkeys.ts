import { reject } from '../../../contract/refusals/reject.ts'
import type { NewPasskey, PasskeyAssertion } from '../../../contract/subjects/passkeys.ts'
import { audit } from '../../audit/audit.ts'
import type { Context } from '../../context.ts'
import type { Operator } from '../../http/route.ts'
import { ownedBy, consumeChallenge } from '../../passkeys/challenges.ts'
import {
  acceptCreation,
  deletePasskey,
  findPasskeys,
  insertPasskey,
  renamePasskey,
  startCreation,
  startRequest,
  type PasskeyRow,
} from '../../passkeys/passkeys.ts'
import { endOtherStepUps, markProved } from '../own-sessions.ts'
import { byOperator } from '../../http/limit-key.ts'
import { countDone } from '../../http/rate-limit.ts'
import { judgeOperators, reportPasskey, type Logged } from './passkey-report.ts'
import type { Origin } from '../session-object.ts'
import { endOthersBeforeFirst, lockInSession } from '../set-up-totp.ts'

// Operators' passkeys: a second factor, and a way to sign in. Each change is in the audit log and
// reported to the alert mailbox.

export const startOperatorRequest = (context: Context, { username, session }: Operator) =>
  startRequest(
    context,
    { purpose: 'step_up', owner: ownedBy('operator', session) },
    { operator: username },
  )

/** Accepts one of the operator's own passkeys as a step-up. */
export async function proveByPasskey(
  context: Context,
  operator: Operator,
  form: PasskeyAssertion,
  from: Logged,
): Promise<{ valid_until: string }> {
  const { username, session } = operator
  const asked = { purpose: 'step_up', owner: ownedBy('operator', session) } as const
  const { challenge } = await consumeChallenge(context.db, form.ceremony, asked)
  const isOwn = (row: PasskeyRow) => row.operator === username
  const passkey = await judgeOperators(context, { form, challenge, from }, isOwn)
  if (!passkey) throw reject('passkey_refused')
  return await markProved(context, session, async (tx) => {
    // The operator may have removed it while its answer was on the way.
    await lockInSession(tx, operator)
    const left = await findPasskeys(tx, { operator: username })
    if (left.every(({ no }) => no !== passkey.no)) throw reject('passkey_refused')
  })
}

/** The operator may also be a member, so the name says which account the passkey is for. */
export const startOperatorPasskey = (context: Context, { username, session }: Operator) =>
  startCreation(
    context,
    { operator: username },
    { owner: ownedBy('operator', session), name: `${username} (console)` },
  )

export async function addOperatorPasskey(
  context: Context,
  operator: Operator,
  form: NewPasskey,
  from: Logged,
) {
  const { username, session } = operator
  const created = await acceptCreation(context, form, ownedBy('operator', session), from.log)
  return await context.db.transaction().execute(async (tx) => {
    await endOthersBeforeFirst(tx, operator, await lockInSession(tx, operator))
    const added = await insertPasskey(tx, { operator: username }, form.name, created)
    await countDone(tx, context.config, 'reportedChange', byOperator(username))
    await reportPasskey(tx, context, username, from, {
      action: 'add passkey',
      what: 'added a passkey',
      passkey: form.name,
    })
    return added
  })
}

export async function renameOperatorPasskey(
  { db }: Context,
  { username }: Operator,
  no: bigint,
  name: string,
  requestId: string,
) {
  return await db.transaction().execute(async (tx) => {
    const renamed = await renamePasskey(tx, { operator: username }, no, name)
    const object = `operator ${username}`
    const after = { passkey: name }
    await audit(tx, [{ operator: username, action: 'rename passkey', object, after, requestId }])
    return renamed
  })
}

/**
 * Removes a passkey, and ends step-ups in other sessions, which may be on the device that was lost.
 * In production, an operator keeps at least one second factor.
 */
export async function removeOperatorPasskey(
  context: Context,
  operator: Operator,
  no: bigint,
  from: Origin,
): Promise<void> {
  const { username } = operator
  await context.db.transaction().execute(async (tx) => {
    const row = await lockInSession(tx, operator)
    const { name } = await deletePasskey(tx, { operator: username }, no)
    const left = await findPasskeys(tx, { operator: username })
    const without = left.length === 0 && row.totp_confirmed_at === null
    if (context.config.production && without) throw reject('last_second_factor')
    await endOtherStepUps(tx, operator)
    await reportPasskey(tx, context, username, from, {
      action: 'remove passkey',
      what: 'removed a passkey',
      passkey: name,
    })
  })
}
