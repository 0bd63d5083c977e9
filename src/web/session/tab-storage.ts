import { createTabStorage } from '../client/tab-storage.ts'
import { readSession } from './session.ts'

/** What this tab keeps for the member who is signed in. */
export const tabStorage = createTabStorage(['drafts', 'pending'], () => {
  const session = readSession()
  return session.status === 'member' ? session.user.id : null
})
