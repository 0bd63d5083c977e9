import { endPayouts } from './end-payout.ts'
import { keepFees, keepMoves } from './explain-transfer.ts'
import { recordSent } from './record-sent.ts'
import { storePayouts } from './store-payout.ts'

export const payoutHooks = [endPayouts, keepFees, keepMoves, recordSent, storePayouts] as const
