import { useSyncExternalStore } from 'react'
import type { CallAnswer } from '../../contract/call.ts'

export type User = CallAnswer<'getMe'>
export type Session =
  | { status: 'loading' }
  | { status: 'anonymous' }
  /** A token is stored, but the server did not say whose it is: `error` tells why. */
  | { status: 'unreachable'; error: unknown }
  | { status: 'member'; user: User }

const LOADING: Session = { status: 'loading' }
let session: Session = LOADING
const listeners = new Set<() => void>()

export const readSession = (): Session => session

export function setSession(next: Session): Session {
  session = next
  if (next.status === 'anonymous') document.documentElement.classList.remove('signed-in')
  for (const listener of listeners) listener()
  return next
}

/** Puts a newer reading of the signed-in member into the session. */
export function keepUser(user: User): void {
  if (session.status === 'member') setSession({ status: 'member', user })
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Who is here. While the page is written at build time nobody knows yet. */
export function useSession(): Session {
  return useSyncExternalStore(subscribe, readSession, () => LOADING)
}

export type Profile = User['profiles'][number]
