import type { CallContract } from '../endpoint.ts'
import { CustodyReport } from '../subjects/custody.ts'

export const custodyCalls = {
  getCustody: {
    summary: 'Get the custody report',
    description: 'Compares the coins on chain with the ledger and with our debts to members.',
    answer: CustodyReport,
    errors: [],
  },
} satisfies Record<string, CallContract>
