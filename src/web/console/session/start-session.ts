import { t } from '@lingui/core/macro'
import type { CallInput } from '../../../contract/call.ts'
import { ApiError, messageOf } from '../../client/api-error.ts'
import { call } from './call.ts'
import { toastError } from '../../ui/toast/toast.ts'
import { keepDraftsOnlyOf } from './drafts.ts'
import { readSession, setSession, type Operator } from './operator-session.ts'

function enter(operator: Operator): Operator {
  keepDraftsOnlyOf(operator.username)
  setSession({ status: 'in', operator })
  return operator
}

/** Finds out whose cookie it is, once when the console opens. */
export async function startSession(): Promise<void> {
  try {
    enter(await call('operatorGetMe', {}))
  } catch (error) {
    if (readSession().status === 'out') return
    const unreachable = !(error instanceof ApiError) || error.status !== 401
    setSession({ status: 'out', notice: unreachable ? t`The server cannot be reached.` : null })
  }
}

export async function signIn(body: CallInput<'operatorLogin'>['body']): Promise<Operator> {
  return enter(await call('operatorLogin', { body }))
}

export async function signInByPasskey(
  body: CallInput<'operatorSignInWithPasskey'>['body'],
): Promise<void> {
  enter(await call('operatorSignInWithPasskey', { body }))
}

/**
 * Ends the session on the server, then loads a fresh page, so that nothing stays in memory. Without
 * the server's answer the cookie may still work, so the page stays, and shows that.
 */
export async function signOut(): Promise<void> {
  try {
    await call('operatorLogout', {})
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) {
      toastError(t`You’re still signed in`, messageOf(error, t`Failed to sign out`))
      return
    }
  }
  keepDraftsOnlyOf(null)
  window.location.assign('/operator')
}

/**
 * Reloads the signed-in operator after a change.
 * @param known what changed, in case the reload fails. The change was made all the same.
 */
export async function renewOperator(known: Partial<Operator>): Promise<void> {
  const before = readSession()
  if (before.status !== 'in') return
  const operator = await call('operatorGetMe', {}).catch(() => ({ ...before.operator, ...known }))
  // The answer may have been that the session is over.
  if (readSession().status === 'in') setSession({ status: 'in', operator })
}
