import type { CallAnswer } from '../../../contract/call.ts'
import { createStore, useStore } from '../../client/store.ts'

export type Operator = CallAnswer<'operatorGetMe'>

export type Session =
  | { status: 'loading' }
  /** No one is signed in. If someone was, `notice` says why not anymore. */
  | { status: 'out'; notice: string | null }
  | { status: 'in'; operator: Operator }

const current = createStore<Session>({ status: 'loading' })

export const readSession = current.get
export const setSession = current.set

/**
 * The server no longer accepts the cookie. We report that only if someone was signed in, with the
 * reason of the first answer.
 */
export function endSession(notice: string): void {
  const { status } = readSession()
  if (status !== 'out') setSession({ status: 'out', notice: status === 'in' ? notice : null })
}

/** The name of the signed-in operator, if there is one. */
export function readUsername(): string | null {
  const session = readSession()
  return session.status === 'in' ? session.operator.username : null
}

export const useSession = (): Session => useStore(current)

/** The signed-in operator. Use it only inside the frame, where there is one. */
export function useOperator(): Operator {
  const session = useSession()
  if (session.status !== 'in') throw new Error('nobody is signed in')
  return session.operator
}
