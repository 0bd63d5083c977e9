import { z } from 'zod'
import { compileOnce, type Given } from '../../db/compiled.ts'
import { anyOf, unseen } from '../../db/expressions.ts'
import { readTogether } from '../../db/together.ts'
import type { Db } from '../../db/types.ts'
import { calls } from '../../contract/calls.ts'
import { formatUsd } from '../../domain/money/money.ts'
import type { Key } from '../book/submission.ts'
import type { Context } from '../context.ts'
import { reject } from '../../contract/refusals/reject.ts'
import { makeAnswer } from '../http/render.ts'
import { submitForAnswer } from '../http/submit.ts'
import { isNumber, readProfiles, showBoard } from './profiles.ts'
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

const ownersOf = compileOnce((db, { numbers }: Given<{ numbers: readonly number[] }>) =>
  db
    .selectFrom('profiles')
    .select(['no', 'member_no'])
    .where('no', '=', anyOf(unseen(numbers, 'int[]'), 'int')),
)

const findOwner = readTogether(async (db, numbers: readonly number[]) => {
  const rows = await ownersOf.rows(db, { numbers })
  return new Map(rows.map((row) => [row.no, row.member_no]))
})

const byPublicId = compileOnce((db, { member, id }: Given<{ member: number; id: string }>) =>
  db
    .selectFrom('profiles')
    .select('no')
    .where('member_no', '=', member)
    .where('public_id', '=', id),
)

/** The number of a member's own profile, by number or by public id. */
async function findOwnNumber(db: Db, member: number, ref: string): Promise<number | undefined> {
  if (!isNumber(ref)) {
    return (await byPublicId.first(db, { member, id: ref.toUpperCase() }))?.no
  }
  const no = Number(ref)
  return (await findOwner(db, no)) === member ? no : undefined
}

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
  const profile = await findOwnNumber(context.db, member, ref)
  if (profile === undefined) throw reject('profile_not_found')
  return await submitForAnswer(context, answerActivation, {
    command: { kind: 'activate', member, profile },
    by: { member },
    key,
    input: { member, profile },
  })
}
