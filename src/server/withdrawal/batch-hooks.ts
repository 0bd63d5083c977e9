import { recordEnds } from './cancel-withdrawal.ts'
import { recordRequests } from './record-requests.ts'
import { recordReturns } from './return-disputed.ts'

export const withdrawalHooks = [recordEnds, recordRequests, recordReturns] as const
