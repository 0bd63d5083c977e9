import { anyOf } from '../../db/expressions.ts'
import type { z } from 'zod'
import { calls } from '../../contract/calls.ts'
import { wallet } from '../../domain/ledger/account.ts'
import { eventsOf } from '../../domain/ledger/event.ts'
import { formatUsd } from '../../domain/money/money.ts'
import type { Outcome, BatchHook } from '../book/book.ts'
import type { Key } from '../book/submission.ts'
import type { Context } from '../context.ts'
import { reject } from '../../contract/refusals/reject.ts'
import { submit } from '../http/submit.ts'
import { emailActivations } from './email-activations.ts'
import { emailBoards } from './email-boards.ts'
import { profileCondition, readProfiles, profileColumns } from './profiles.ts'
import { answerText, text } from '../../contract/texts/texts.ts'

type ActivationInput = { member: number; profile: number; config: Context['config'] }
type ActivationAnswer = z.infer<typeof calls.activateProfile.answer>

/** Writes the answers for a batch of activations, from the rows that the batch just wrote. */
const answerActivations: BatchHook<ActivationInput> = {
  name: 'activate-profile',
  async run(tx, items) {
    const numbers = items.map(({ input }) => input.profile)
    const outcomes = items.map(({ outcome }) => outcome)
    await emailActivations(tx, outcomes)
    const [first] = items
    if (first) await emailBoards(tx, first.input.config, outcomes)
    const profiles = await readProfiles(
      tx,
      profileColumns('profiles.no', '=', anyOf(numbers, 'int')),
    )
    return items.map(({ outcome, input }): ActivationAnswer => {
      const profile = profiles.find(({ id }) => id === String(input.profile))
      if (!profile) throw new Error(`profile ${input.profile} is not there`)
      return {
        ...answerText(text('profile_activated')),
        profile,
        wallet_balance: formatUsd(balanceAfter(outcome, input.member)),
      }
    })
  },
}

/** The member's balance right after this command, from its last posting. */
function balanceAfter({ effects }: Outcome, member: number): bigint {
  const postings = eventsOf(effects, 'journal').flatMap((journal) => journal.postings)
  const last = postings.findLast(({ account }) => account === wallet(member))
  if (!last) throw new Error(`the activation moved nothing in the wallet of member ${member}`)
  return last.balanceAfter
}

/**
 * Activates one of the member's profiles from the wallet. Refuses with 404 if it isn't the
 * member's, 409 `already_active` or `insufficient_balance`, and 403 if the member is suspended.
 */
export async function activateProfile(
  { db, book, config }: Pick<Context, 'db' | 'book' | 'config'>,
  member: number,
  ref: string,
  key: Key | undefined,
): Promise<ActivationAnswer> {
  const row = await db
    .selectFrom('profiles')
    .select('no')
    .where('member_no', '=', member)
    .where(profileCondition(ref))
    .executeTakeFirst()
  const profile = row?.no
  if (profile === undefined) throw reject('profile_not_found')
  const done = await submit(book, {
    command: { kind: 'activate', member, profile },
    by: { member },
    ...(key ? { key } : {}),
    hook: answerActivations,
    input: { member, profile, config },
  })
  return calls.activateProfile.answer.parse(done.body)
}
