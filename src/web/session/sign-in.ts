import { t } from '@lingui/core/macro'
import type { CallAnswer, CallInput } from '../../contract/call.ts'
import { ApiError } from '../client/api-error.ts'
import { toastAfterReload } from '../ui/toast/toast.ts'
import { call } from './api.ts'
import { keepDrafts } from './drafts.ts'
import { leaveAfterLogout } from './leave.ts'
import { keepRegisteredName } from './registered-name.ts'
import { readSession, setSession, type Session, type User } from './session.ts'
import { keepOnlyOf } from './tab-storage.ts'
import {
  clearTokens,
  readAccessToken,
  readRefreshToken,
  storeTokens,
  watchOtherTabs,
} from './tokens.ts'

let started: Promise<Session> | null = null
let isAskedAgain = false

async function restore(): Promise<Session> {
  const token = readAccessToken()
  if (!token) return setSession({ status: 'anonymous' })
  try {
    // The next call renews an expired token. An ended one is refused there.
    void call('verifyToken', { body: { token } }).catch(() => null)
    const user = await call('getMe', {}, { stay: true })
    keepOnlyOf(user.id)
    return setSession({ status: 'member', user })
  } catch (error) {
    // Only a refusal ends the session. A missing answer says nothing about the token.
    if (!(error instanceof ApiError) || error.status !== 401) {
      return setSession({ status: 'unreachable', error })
    }
    clearTokens()
    return setSession({ status: 'anonymous' })
  }
}

/** Checks the stored token, once for each page load, and loads the member it belongs to. */
export function startSession(): Promise<Session> {
  if (!started) {
    started = restore()
    watchOtherTabs(takeOver)
    window.addEventListener('pageshow', takeReturn)
  }
  return started
}

/**
 * Follows another tab's sign-in or sign-out. A member's page reloads, so that nothing of the member
 * stays in memory, and keeps its forms' contents. A visitor's page stays.
 */
export function takeOver(signedIn: boolean): void {
  if (readSession().status === 'member') {
    keepDrafts()
    if (!signedIn) toastAfterReload(t`You were signed out in another tab.`, 'plain')
    window.location.reload()
  } else if (signedIn) void restore()
}

/** Asks again who is signed in, after the server couldn't answer. */
export function startSessionAgain(): void {
  if (isAskedAgain) return
  isAskedAgain = true
  started = restore().finally(() => {
    isAskedAgain = false
  })
}

/** A page that the browser kept in its cache got no events, so its member may have signed out. */
function takeReturn({ persisted }: PageTransitionEvent): void {
  if (!persisted || (readSession().status === 'anonymous' && readAccessToken() === null)) return
  keepDrafts()
  window.location.reload()
}

export const signIn = (body: CallInput<'login'>['body']): Promise<User> =>
  begin(() => call('login', { body }))

export const signInByPasskey = (body: CallInput<'signInWithPasskey'>['body']): Promise<User> =>
  begin(() => call('signInWithPasskey', { body }))

async function begin(signInBy: () => Promise<CallAnswer<'login'>>): Promise<User> {
  setSession({ status: 'loading' })
  try {
    const { access, refresh, user } = await signInBy()
    storeTokens({ access, refresh })
    keepRegisteredName('')
    keepOnlyOf(user.id)
    setSession({ status: 'member', user })
    return user
  } catch (error) {
    clearTokens()
    setSession({ status: 'anonymous' })
    throw error
  }
}

/**
 * Signs out here at once, whatever the server answers, and even if the page closes before. The
 * login page shows the outcome.
 */
export async function signOut(): Promise<void> {
  const refresh = readRefreshToken()
  if (refresh === null) return leaveAfterLogout()
  clearTokens()
  keepOnlyOf(null)
  setSession({ status: 'leaving' })
  if (await endOnServer(refresh)) return leaveAfterLogout()
  const here = t`You’re signed out on this device, but we couldn’t confirm it with the server.`
  leaveAfterLogout(`${here} ${t`Sign in again to check your active sessions.`}`, 'plain')
}

const endOnServer = (refresh: string): Promise<boolean> =>
  call('logout', { body: { refresh } }, { outlivesPage: true }).then(
    () => true,
    () => false,
  )
