import type { CallAnswer } from '../../contract/call.ts'
import { createStore, useStore } from '../client/store.ts'

export type User = CallAnswer<'getMe'>
export type Session =
  | { status: 'loading' }
  | { status: 'anonymous' }
  /** A token is stored, but the server didn't say whose it is. `error` has the reason. */
  | { status: 'unreachable'; error: unknown }
  | { status: 'member'; user: User }
  /** The member signs out, and the server hasn't answered yet. */
  | { status: 'leaving' }

const current = createStore<Session>({ status: 'loading' })

export const readSession = current.get

export function setSession(next: Session): Session {
  if (next.status === 'anonymous') document.documentElement.classList.remove('signed-in')
  current.set(next)
  return next
}

/** Replaces the data about the signed-in member with newer data. */
export function keepUser(user: User): void {
  if (readSession().status === 'member') setSession({ status: 'member', user })
}

/** The signed-in member. Prerendered pages don't know yet. */
export const useSession = (): Session => useStore(current)

export type Profile = User['profiles'][number]
