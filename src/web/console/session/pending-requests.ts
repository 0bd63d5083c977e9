import { createPendingRequests } from '../../client/pending-requests.ts'
import { createTabStorage } from '../../client/tab-storage.ts'
import { readUsername } from './operator-session.ts'

// Not under the member app's name, because staff open members' pages in the same tab.
const NAME = 'console_pending'

const tabStorage = createTabStorage([NAME], readUsername)

/** The operator's money changes without a certain outcome. */
export const pendingRequests = createPendingRequests(tabStorage, NAME)
