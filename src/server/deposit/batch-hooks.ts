import { recordAccepts } from './accept-transfer.ts'
import { recordReceipts } from './credit-transfers.ts'
import { recordAcceptances } from './record-acceptances.ts'
import { recordCredits } from './receive-transfer.ts'
import { noteRequests } from './request-deposit.ts'

export const depositHooks = [
  noteRequests,
  recordAcceptances,
  recordAccepts,
  recordCredits,
  recordReceipts,
] as const
