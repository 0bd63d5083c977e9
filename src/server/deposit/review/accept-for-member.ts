import { OperatorUnattributed } from '../../../contract/subjects/deposit.ts'
import { anyOf } from '../../../db/expressions.ts'
import type { By } from '../../audit/audit.ts'
import type { Key } from '../../book/submission.ts'
import { requireUnclaimed } from '../../claims/claims.ts'
import type { Context } from '../../context.ts'
import { makeAnswer } from '../../http/render.ts'
import { replayOr } from '../../http/replay.ts'
import { submitForAnswer } from '../../http/submit.ts'
import { readForOperators, type UnmatchedAnswer } from './unattributed.ts'
import { transferColumns } from '../queries.ts'
import { recordAcceptances } from '../record-acceptances.ts'
import { requireCreditable, requireHeldCoins } from '../require-creditable.ts'

const answerAcceptance = makeAnswer({
  hook: recordAcceptances,
  body: OperatorUnattributed,
  async render({ db }, done) {
    const numbers = done.map(({ receipt }) => receipt.transfer)
    const shown = await readForOperators(
      db,
      transferColumns('transfers.no', '=', anyOf(numbers, 'int')),
    )
    return numbers.map((no) => shown.find(({ id }) => id === String(no)))
  },
})

type Accepting = { transfer: number; reason: string }

/** Credits an unmatched transfer to its member, as an operator decides. */
export async function acceptForMember(
  context: Context,
  accepting: Accepting,
  by: By,
  key: Key | undefined,
): Promise<UnmatchedAnswer> {
  const work = () => accept(context, accepting, by, key)
  return await replayOr(context, answerAcceptance, key, work)
}

async function accept(
  context: Context,
  { transfer, reason }: Accepting,
  by: By,
  key: Key | undefined,
): Promise<UnmatchedAnswer> {
  const { db } = context
  await requireUnclaimed(db, by.operator, 'unattributed', transfer)
  await requireCreditable(db, transfer)
  await requireHeldCoins(context, transfer)
  const [before] = await readForOperators(db, transferColumns('transfers.no', '=', transfer))
  return await submitForAnswer(context, answerAcceptance, {
    command: { kind: 'accept_transfer', transfer, member: null },
    by: { operator: by.operator },
    key,
    input: { by, reason, before },
  })
}
