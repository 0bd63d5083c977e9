import { useSyncExternalStore } from 'react'
import type { CallAnswer, CallInput } from '../../contract/call.ts'
import { ApiError } from '../api-error.ts'
import { call } from '../api.ts'
import { leaveAfterLogout } from './leave.ts'
import {
  clearTokens,
  readAccessToken,
  readRefreshToken,
  storeTokens,
  watchOtherTabs,
} from './tokens.ts'

export type User = CallAnswer<'me'>
export type Session =
  | { status: 'loading' }
  | { status: 'anonymous' }
  /** A token is stored, but the server cannot be asked about it. */
  | { status: 'unreachable' }
  | { status: 'member'; user: User }

const LOADING: Session = { status: 'loading' }
let session: Session = LOADING
let started: Promise<Session> | null = null
const listeners = new Set<() => void>()

function setSession(next: Session): Session {
  session = next
  if (next.status === 'anonymous') document.documentElement.classList.remove('signed-in')
  for (const listener of listeners) listener()
  return next
}

async function restore(): Promise<Session> {
  const token = readAccessToken()
  if (!token) return setSession({ status: 'anonymous' })
  try {
    // A token that has only run out is renewed by the next call; one that was ended is refused there.
    await call('verifyToken', { body: { token } }).catch(() => null)
    return setSession({ status: 'member', user: await call('me', {}, { stay: true }) })
  } catch (error) {
    // No answer says nothing about the token: only a refusal ends the session.
    if (!(error instanceof ApiError) || error.status !== 401) {
      return setSession({ status: 'unreachable' })
    }
    clearTokens()
    return setSession({ status: 'anonymous' })
  }
}

/** Checks the stored token, once for each page load, and loads the member it belongs to. */
export function startSession(): Promise<Session> {
  if (!started) {
    started = restore()
    watchOtherTabs((signedIn) => {
      // What another tab did with the session is taken over whole: a fresh page knows no old data.
      if (signedIn || session.status === 'member') window.location.reload()
    })
  }
  return started
}

export async function signIn(body: CallInput<'login'>['body']): Promise<User> {
  setSession(LOADING)
  try {
    const { access, refresh, user } = await call('login', { body })
    storeTokens({ access, refresh })
    setSession({ status: 'member', user })
    return user
  } catch (error) {
    clearTokens()
    setSession({ status: 'anonymous' })
    throw error
  }
}

/** Signs out here whatever the server says, and opens the login page afresh. */
export async function signOut(): Promise<void> {
  const refresh = readRefreshToken()
  if (refresh) await call('logout', { body: { refresh } }).catch(() => null)
  leaveAfterLogout()
}

/** Puts a newer reading of the signed-in member into the session. */
export function keepUser(user: User): void {
  if (session.status === 'member') setSession({ status: 'member', user })
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const read = () => session
const readOnServer = () => LOADING

export function useSession(): Session {
  return useSyncExternalStore(subscribe, read, readOnServer)
}
