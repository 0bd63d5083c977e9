import { z } from 'zod'
import { calls } from '../../contract/calls.ts'
import { formatUsd } from '../../domain/money/money.ts'
import type { Key } from '../book/submission.ts'
import type { Context } from '../context.ts'
import { reject } from '../../contract/refusals/reject.ts'
import { makeAnswer } from '../http/render.ts'
import { submitForAnswer } from '../http/submit.ts'
import { compileByRef, readProfiles, showBoard } from './profiles.ts'
import { answerText, text } from '../../contract/texts/texts.ts'
import { recordActivations } from './record-activations.ts'

type ActivationAnswer = z.infer<typeof calls.activateProfile.answer>

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
