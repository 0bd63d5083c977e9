import { recordEnds } from './cancel-withdrawal.ts'
import { recordDecisions } from './record-decisions.ts'
import { recordRequests } from './record-requests.ts'
import { recordReturns } from './return-disputed.ts'

export const withdrawalHooks = [recordDecisions, recordEnds, recordRequests, recordReturns] as const
