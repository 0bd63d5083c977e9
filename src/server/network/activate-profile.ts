import { z } from 'zod'
import { compileOnce, type Given } from '../../db/compiled.ts'
import type { Db } from '../../db/types.ts'
import { calls } from '../../contract/calls.ts'
import { formatUsd } from '../../domain/money/money.ts'
import type { Key } from '../book/submission.ts'
import type { TokenHolder } from '../auth/late-check.ts'
import type { Context } from '../context.ts'
import type { Refusal } from '../../domain/ledger/refusal.ts'
import { reject, rejectByRule, requireFound } from '../../contract/refusals/reject.ts'
import { makeAnswer } from '../http/render.ts'
import { submitForAnswer } from '../http/submit.ts'
import { isNumber, readBareProfiles, showBoard } from './profiles.ts'
import { answerText, text } from '../../contract/texts/texts.ts'
import { recordActivations } from './record-activations.ts'

type ActivationAnswer = z.infer<typeof calls.activateProfile.answer>

const answerActivation = makeAnswer({
  hook: recordActivations,
  body: calls.activateProfile.answer,
  async render({ db }, done) {
    const numbers = done.map(({ receipt }) => receipt.profile)
    const profiles = await readBareProfiles(db, numbers)
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

const byPublicId = compileOnce((db, { member, id }: Given<{ member: number; id: string }>) =>
  db
    .selectFrom('profiles')
    .select('no')
    .where('member_no', '=', member)
    .where('public_id', '=', id),
)

/**
 * A profile's number, given that or the public id. Whether a profile with that number is the
 * member's is for the rules to say.
 */
async function readNumber(db: Db, member: number, ref: string): Promise<number> {
  if (isNumber(ref)) return Number(ref)
  return requireFound(await byPublicId.first(db, { member, id: ref.toUpperCase() }), UNKNOWN).no
}

/** The member, and what `lateRoute` knows about the session. */
type Asking = Pick<TokenHolder, 'no'> & Partial<Pick<TokenHolder, 'carried' | 'requireOpen'>>

const UNKNOWN = 'profile_not_found'

const toRejection = (refusal: Refusal): Error =>
  refusal.code === 'not_found' ? reject(UNKNOWN) : rejectByRule(refusal)

/**
 * Activates one of the member's profiles from the wallet. Refuses with 404 if it isn't the
 * member's, 409 `already_active` or `insufficient_balance`, and 401 if the session has ended.
 */
export async function activateProfile(
  context: Pick<Context, 'db' | 'book' | 'config'>,
  { no: member, carried: session, requireOpen }: Asking,
  ref: string,
  key: Key | undefined,
): Promise<ActivationAnswer> {
  if (!isNumber(ref)) await requireOpen?.()
  const profile = await readNumber(context.db, member, ref)
  const submission = {
    command: { kind: 'activate', member, profile } as const,
    by: { member },
    session,
    key,
    input: { member, profile },
  }
  return await submitForAnswer(context, answerActivation, submission, toRejection)
}
