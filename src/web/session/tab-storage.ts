import { createTabStorage } from '../client/tab-storage.ts'
import { readSession } from './session.ts'

/** Data that this tab keeps for the signed-in member. */
export const tabStorage = createTabStorage(['drafts', 'pending', 'payments'], () => {
  const session = readSession()
  return session.status === 'member' ? session.user.id : null
})

/** Data that this tab keeps for a visitor, until someone signs in or out. */
export const visitorStorage = createTabStorage(['registration'], () => 'visitor')

/** Removes what the tab keeps for anyone but this member, or for everyone. */
export function keepOnlyOf(member: string | null): void {
  tabStorage.keepOnlyOf(member)
  visitorStorage.keepOnlyOf(member)
}
