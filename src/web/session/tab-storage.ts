import { createTabStorage } from '../client/tab-storage.ts'
import { readSession } from './session.ts'

/** Data that this tab keeps for the signed-in member. */
export const tabStorage = createTabStorage(['drafts', 'pending', 'payments'], () => {
  const session = readSession()
  return session.status === 'member' ? session.user.id : null
})
