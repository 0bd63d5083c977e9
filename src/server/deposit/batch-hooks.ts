import { recordAccepts } from './accept-transfer.ts'
import { recordReceipts } from './incoming/receive-treasury.ts'
import { recordAcceptances } from './record-acceptances.ts'
import { recordCredits } from './incoming/receive-transfer.ts'
import { recordRequests } from './record-requests.ts'

export const depositHooks = [
  recordRequests,
  recordAcceptances,
  recordAccepts,
  recordCredits,
  recordReceipts,
] as const
