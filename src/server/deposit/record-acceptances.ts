import { z } from 'zod'
import { OperatorUnattributed } from '../../contract/subjects/deposit.ts'
import { eventOf } from '../../domain/ledger/event.ts'
import { audit } from '../audit/audit.ts'
import type { AnsweredHook } from '../book/batch-hook.ts'
import { emailTransfers } from './incoming/email-transfers.ts'
import { showAccepted } from './show-unattributed.ts'

const AcceptanceInput = z.object({
  by: z.object({ operator: z.string(), requestId: z.string() }),
  reason: z.string(),
  /** The transfer as the operator saw it. */
  before: OperatorUnattributed.optional(),
})
const AcceptanceReceipt = z.object({ transfer: z.int() })

/** Audits operators' acceptances and notifies the members, in the commit of the credit. */
export const recordAcceptances: AnsweredHook<
  z.output<typeof AcceptanceInput>,
  z.output<typeof AcceptanceReceipt>
> = {
  name: 'operator-accept-transfer',
  input: AcceptanceInput,
  receipt: AcceptanceReceipt,
  fits: ({ command, by: actor }, { by }) =>
    command.kind === 'accept_transfer' && 'operator' in actor && actor.operator === by.operator,
  async write(tx, items, config) {
    const transfers = items.map(({ outcome }) => eventOf(outcome.effects, 'transfer'))
    const entries = items.map(({ outcome, input: { by, reason, before } }) => {
      const event = eventOf(outcome.effects, 'transfer')
      const after = before && { ...before, ...showAccepted(event) }
      return {
        ...by,
        action: 'accept transfer',
        object: `transfer ${event.no}`,
        reason,
        after,
      }
    })
    await Promise.all([audit(tx, entries), emailTransfers(tx, config, transfers)])
  },
  receiptOf: ({ outcome }) => ({
    transfer: eventOf(outcome.effects, 'transfer').no,
  }),
}
