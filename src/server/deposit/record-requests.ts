import { z } from 'zod'
import { eventsOf } from '../../domain/ledger/event.ts'
import type { AnsweredHook } from '../book/batch-hook.ts'

const DepositReceipt = z.object({ request: z.int() })

export const recordRequests: AnsweredHook<null, z.output<typeof DepositReceipt>> = {
  name: 'request-deposit',
  input: z.null(),
  receipt: DepositReceipt,
  fits: ({ command }) => command.kind === 'open_deposit',
  receiptOf: ({ outcome }) => ({ request: openedBy(outcome.effects) }),
}

/** The number of the request that a command opened. A request that it replaced comes first. */
function openedBy(effects: Parameters<typeof eventsOf>[0]): number {
  const opened = eventsOf(effects, 'deposit_request').find(({ state }) => state === 'open')
  if (!opened) throw new Error('no deposit request was opened')
  return opened.no
}
