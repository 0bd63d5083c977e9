import { z } from 'zod'
import { wallet } from '../../domain/ledger/account.ts'
import { eventsOf } from '../../domain/ledger/event.ts'
import { int8, type AnsweredHook } from '../book/batch-hook.ts'
import type { Outcome } from '../book/book.ts'

const ActivationInput = z.object({ member: z.int(), profile: z.int() })

const ActivationReceipt = z.object({
  profile: z.int(),
  balanceMicros: int8,
  /** How many positions of its board the activation itself filled. */
  filled: z.int(),
})

type Receipt = z.output<typeof ActivationReceipt>

/** Returns what the answer to an activation needs. It writes nothing. */
export const recordActivations: AnsweredHook<z.output<typeof ActivationInput>, Receipt> = {
  name: 'activate-profile',
  input: ActivationInput,
  receipt: ActivationReceipt,
  fits: ({ command }, { member, profile }) =>
    command.kind === 'activate' && command.member === member && command.profile === profile,
  receiptOf: ({ outcome, input: { member, profile } }) => ({
    profile,
    balanceMicros: balanceAfter(outcome, member),
    filled: countBelow(outcome, profile),
  }),
}

/** A new seat has only members below it whom its own activation placed there. */
function countBelow({ effects }: Outcome, profile: number): number {
  const seats = eventsOf(effects, 'seat')
  const first = seats.filter(({ parent }) => parent === profile)
  const second = seats.filter(({ parent }) => first.some((seat) => seat.profile === parent))
  return first.length + second.length
}

/** The member's balance right after this command, from its last posting. */
function balanceAfter({ effects }: Outcome, member: number): bigint {
  const postings = eventsOf(effects, 'journal').flatMap((journal) => journal.postings)
  const last = postings.findLast(({ account }) => account === wallet(member))
  if (!last) throw new Error(`the activation moved nothing in the wallet of member ${member}`)
  return last.balanceAfter
}
