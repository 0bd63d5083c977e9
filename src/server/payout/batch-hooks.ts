import { endPayouts } from './end-payout.ts'
import { recordFees, recordMoves } from './unexplained/explain-transfer.ts'
import { recordSent } from './outside/record-sent.ts'
import { storePayouts } from './record-payouts.ts'

export const payoutHooks = [endPayouts, recordFees, recordMoves, recordSent, storePayouts] as const
