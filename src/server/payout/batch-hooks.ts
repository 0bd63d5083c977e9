import { endPayouts } from './end-payout.ts'
import { recordFees, recordMoves } from './explain-transfer.ts'
import { recordSent } from './record-sent.ts'
import { storePayouts } from './record-payouts.ts'

export const payoutHooks = [endPayouts, recordFees, recordMoves, recordSent, storePayouts] as const
