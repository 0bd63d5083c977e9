import { ruleText } from '../../contract/refusals/refusals.ts'
import { formatUsd } from '../../domain/money/money.ts'
import type { Refusal } from '../../domain/ledger/refusal.ts'
import { rejectByRule, rejectField } from '../../contract/refusals/reject.ts'
import { text } from '../../contract/texts/texts.ts'

/** The error for a refused request. Those about the amount appear at its field, in fixed words. */
export function refuseRequest(refusal: Refusal): Error {
  if (refusal.code === 'insufficient_balance') {
    const most = formatUsd(refusal.availableMicros)
    return rejectField('amount', text('maximum_withdrawal', { amount: most }), refusal.code)
  }
  const ofAmount = ['minimum_withdrawal', 'amount_out_of_range', 'below_network_fee']
  if (ofAmount.includes(refusal.code)) {
    return rejectField('amount', ruleText(refusal), refusal.code)
  }
  return rejectByRule(refusal)
}
