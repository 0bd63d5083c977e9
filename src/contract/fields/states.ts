// States that the API's answers and filters name. Without zod, so that the web can offer them.

/** The decision about a request that someone else decides. */
export const requestStates = ['pending', 'approved', 'rejected'] as const

export const memberStates = ['active', 'suspended'] as const

export const depositStages = [
  'awaiting_payment',
  'seen',
  'confirming',
  'mismatch',
  'credited',
  'expired',
  'replaced',
] as const

export const withdrawalStages = [
  'pending',
  'approved',
  'sent',
  'confirmed',
  'failed',
  'rejected',
  'cancelled',
] as const

/** A transaction of ours that final blocks hold, or can't hold anymore. */
export const endedTransactionStates = ['confirmed', 'failed', 'expired'] as const
/** `stored`: we signed it, and may have sent it. */
export const transactionStates = ['stored', ...endedTransactionStates] as const

/** The progress of an incident, and its severity. */
export const incidentStates = ['investigating', 'identified', 'monitoring', 'resolved'] as const
export const incidentImpacts = ['notice', 'partial', 'outage'] as const
