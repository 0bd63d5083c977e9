import { useSyncExternalStore } from 'react'
import type { CallAnswer } from '../../../contract/call.ts'

export type Operator = CallAnswer<'operatorGetMe'>

export type Session =
  | { status: 'loading' }
  /** Nobody is signed in; `notice` says why when somebody was. */
  | { status: 'out'; notice: string | null }
  | { status: 'in'; operator: Operator }

let session: Session = { status: 'loading' }
const listeners = new Set<() => void>()

export const readSession = (): Session => session

export function setSession(next: Session): void {
  session = next
  for (const listener of listeners) listener()
}

/**
 * The server does not take the cookie any more. Before anybody was in, that is no news; and of
 * several answers that say so, the first one's reason stands.
 */
export function endSession(notice: string): void {
  if (session.status === 'out') return
  setSession({ status: 'out', notice: session.status === 'in' ? notice : null })
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useSession = (): Session => useSyncExternalStore(subscribe, readSession)

/** The operator who is signed in; used only inside the frame, where there is one. */
export function useOperator(): Operator {
  const current = useSession()
  if (current.status !== 'in') throw new Error('nobody is signed in')
  return current.operator
}
