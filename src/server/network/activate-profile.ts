import { z } from 'zod'
import { calls } from '../../contract/calls.ts'
import { wallet } from '../../domain/ledger/account.ts'
import { eventsOf } from '../../domain/ledger/event.ts'
import { formatUsd } from '../../domain/money/money.ts'
import { int8, type AnsweredHook } from '../book/batch-hook.ts'
import type { Outcome } from '../book/book.ts'
import type { Key } from '../book/submission.ts'
import type { Context } from '../context.ts'
import { reject } from '../../contract/refusals/reject.ts'
import { makeAnswer } from '../http/render.ts'
import { submitForAnswer } from '../http/submit.ts'
import { emailActivations } from './email-activations.ts'
import { emailBoards } from './email-boards.ts'
import { compileByRef, readProfiles, showBoard } from './profiles.ts'
import { answerText, text } from '../../contract/texts/texts.ts'

const ActivationInput = z.object({ member: z.int(), profile: z.int() })
const ActivationReceipt = z.object({
  profile: z.int(),
  balanceMicros: int8,
  /** How many positions of its board the activation itself filled. */
  filled: z.int(),
})
type Receipt = z.output<typeof ActivationReceipt>
type ActivationAnswer = z.infer<typeof calls.activateProfile.answer>

/** Emails the owners of activated profiles and of completed boards. */
export const recordActivations: AnsweredHook<z.output<typeof ActivationInput>, Receipt> = {
  name: 'activate-profile',
  input: ActivationInput,
  receipt: ActivationReceipt,
  async write(tx, items, config) {
    const outcomes = items.map(({ outcome }) => outcome)
    await emailActivations(tx, outcomes)
    await emailBoards(tx, config, outcomes)
  },
  receiptOf: ({ outcome, input: { member, profile } }) => ({
    profile,
    balanceMicros: balanceAfter(outcome, member),
    filled: countBelow(outcome, profile),
  }),
}

const answerActivation = makeAnswer({
  hook: recordActivations,
  body: calls.activateProfile.answer,
  async render({ db }, done) {
    const numbers = done.map(({ receipt }) => receipt.profile)
    const profiles = await readProfiles(db, numbers)
    return done.map(({ at, receipt }): ActivationAnswer | undefined => {
      const profile = profiles.find(({ id }) => id === String(receipt.profile))
      return (
        profile && {
          ...answerText(text('profile_activated')),
          profile: { ...profile, board: showBoard(receipt.filled, new Date(at)) },
          wallet_balance: formatUsd(receipt.balanceMicros),
        }
      )
    })
  },
})

/** A new seat has nobody below it but those whom its own activation placed there. */
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

const findOwnNumber = compileByRef((db, { member, matches }) =>
  db.selectFrom('profiles').select('no').where('member_no', '=', member).where(matches),
)

/**
 * Activates one of the member's profiles from the wallet. Refuses with 404 if it isn't the
 * member's, 409 `already_active` or `insufficient_balance`, and 403 if the member is suspended.
 */
export async function activateProfile(
  context: Pick<Context, 'db' | 'book' | 'config'>,
  member: number,
  ref: string,
  key: Key | undefined,
): Promise<ActivationAnswer> {
  const [found] = await findOwnNumber(context.db, { member, ref })
  if (!found) throw reject('profile_not_found')
  const profile = found.no
  return await submitForAnswer(context, answerActivation, {
    command: { kind: 'activate', member, profile },
    by: { member },
    key,
    input: { member, profile },
  })
}
