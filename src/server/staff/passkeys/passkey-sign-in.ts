import { reject } from '../../../contract/refusals/reject.ts'
import type { PasskeyAssertion } from '../../../contract/subjects/passkeys.ts'
import { newToken } from '../../auth/tokens/secret-token.ts'
import type { Context } from '../../context.ts'
import type { Operator } from '../../http/route.ts'
import { consumeChallenge } from '../../passkeys/challenges.ts'
import { findPasskeys, type PasskeyRow } from '../../passkeys/passkeys.ts'
import { isFirstPasswordOver } from '../change-password.ts'
import { beginSession } from '../open-session.ts'
import { provedFromNow } from '../operator-session.ts'
import { findOperatorRow } from '../operators.ts'
import { judgeOperators, type Logged } from './passkey-report.ts'

/** Signs in whichever operator owns the passkey. Every reason to refuse reads the same. */
export async function signInByPasskey(context: Context, form: PasskeyAssertion, from: Logged) {
  const { db, config } = context
  const { challenge } = await consumeChallenge(db, form.ceremony, { purpose: 'operator_sign_in' })
  const named = Boolean(form.credential.response.userHandle)
  const isOperators = (row: PasskeyRow) => named && row.operator !== null
  const passkey = await judgeOperators(context, { form, challenge, from }, isOperators)
  const found = passkey?.operator ? await findOperatorRow(db, passkey.operator) : undefined
  from.log.info({ operator: found?.username ?? null }, 'operator passkey sign-in')
  if (!passkey || !found || found.disabled_at) throw reject('passkey_refused')
  if (config.production && (await isFirstPasswordOver(db, found.username))) {
    throw reject('passkey_refused')
  }
  const token = newToken()
  const { username, role, must_change_password: mustChangePassword } = found
  const session = await beginSession(context, { username, passkey }, token, from)
  const operator: Operator = {
    username,
    role,
    totpEnrolled: found.totp_confirmed_at !== null,
    passkeys: (await findPasskeys(db, { operator: username })).length,
    mustChangePassword,
    session,
    authority: { operator: username, session: String(session) },
    provedUntil: provedFromNow(context),
  }
  return { token, operator }
}
