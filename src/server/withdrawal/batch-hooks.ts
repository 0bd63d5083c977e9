import { recordEnds } from './cancel-withdrawal.ts'
import { recordDecisions } from './record-decisions.ts'
import { recordRequests } from './record-requests.ts'

export const withdrawalHooks = [recordDecisions, recordEnds, recordRequests] as const
