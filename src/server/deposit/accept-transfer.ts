import { z } from 'zod'
import { eventOf } from '../../domain/ledger/event.ts'
import { callHook, type AnsweredHook } from '../book/batch-hook.ts'
import type { Actor, Book, Result } from '../book/book.ts'
import { emailTransfers } from './incoming/email-transfers.ts'

const AcceptReceipt = z.object({
  transfer: z.int(),
  request: z.int().nullable(),
})

/** Notifies the members whose transfers were accepted. */
export const recordAccepts: AnsweredHook<null, z.output<typeof AcceptReceipt>> = {
  name: 'accept-transfer',
  input: z.null(),
  receipt: AcceptReceipt,
  fits: ({ command }) => command.kind === 'accept_transfer',
  async write(tx, items, config) {
    await emailTransfers(
      tx,
      config,
      items.map(({ outcome }) => eventOf(outcome.effects, 'transfer')),
    )
  },
  receiptOf({ outcome }) {
    const { no, request } = eventOf(outcome.effects, 'transfer')
    return { transfer: no, request }
  },
}

/** Credits an unmatched transfer to its member, on behalf of the actor in `by` or automatically. */
export function acceptTransfer(
  book: Book,
  transfer: number,
  member: number | null,
  by: Actor,
): Promise<Result> {
  const command = { kind: 'accept_transfer', transfer, member } as const
  return book.submit({ command, by, hook: callHook(recordAccepts, null) })
}
