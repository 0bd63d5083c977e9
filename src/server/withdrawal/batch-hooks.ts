import { recordEnds } from './cancel-withdrawal.ts'
import { recordDecisions } from './record-decisions.ts'
import { recordRequests } from './request-withdrawal.ts'

export const withdrawalHooks = [recordDecisions, recordEnds, recordRequests] as const
