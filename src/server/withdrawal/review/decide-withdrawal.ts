import type { Command } from '../../../domain/ledger/command.ts'
import { reject, Rejection } from '../../../contract/refusals/reject.ts'
import { text } from '../../../contract/texts/texts.ts'
import type { By } from '../../audit/audit.ts'
import { DoneElsewhere, type Key } from '../../book/submission.ts'
import type { Context } from '../../context.ts'
import { replayOr } from '../../http/replay.ts'
import { submitForAnswer } from '../../http/submit.ts'
import { requireUnclaimed } from '../../claims/claims.ts'
import { answerWithOperatorWithdrawal } from './operator-answers.ts'
import { readOperatorWithdrawal, type WithdrawalAnswer } from './withdrawals.ts'
import { readInSignerFile } from '../in-signer-file.ts'
import { readMaybePaid, readPaidLate } from '../maybe-paid.ts'
import { recordDecisions } from './record-decisions.ts'

type Decision = Extract<Command, { kind: 'approve_withdrawal' | 'reject_withdrawal' }>
const answerDecision = answerWithOperatorWithdrawal(recordDecisions)

/** Applies an operator's approval or rejection. Returns the withdrawal as it is afterward. */
export async function decideWithdrawal(
  context: Context,
  command: Decision,
  by: By,
  key?: Key,
): Promise<WithdrawalAnswer> {
  const work = () => decide(context, command, by, key)
  return await replayOr(context, answerDecision, key, work)
}

async function decide(context: Context, command: Decision, by: By, key: Key | undefined) {
  const { db } = context
  const { operator } = by
  const no = command.withdrawal
  const before = await readOperatorWithdrawal(context, no)
  // An operator who pays it from another wallet may need another approval to record that.
  const mayDecide = command.kind === 'approve_withdrawal' && before?.claim?.to_pay
  if (!mayDecide) await requireUnclaimed(db, operator, 'withdrawals', no)
  const reason = command.kind === 'reject_withdrawal' ? command.reason : null
  const action = command.kind === 'reject_withdrawal' ? 'reject withdrawal' : 'approve withdrawal'
  return await submitForAnswer(context, answerDecision, {
    command,
    by: { operator },
    key,
    input: { entry: { ...by, action, reason }, before },
  }).catch(async (error: unknown) => {
    if (!(error instanceof DoneElsewhere)) throw error
    if (!(await readMaybePaid(db, [no])).has(no)) throw reject('claimed_by_another')
    throw new Rejection('wrong_state', await sayWhyPaid(db, no))
  })
}

async function sayWhyPaid(db: Context['db'], no: number) {
  if ((await readPaidLate(db, [no])).has(no)) return text('payout_on_chain')
  const isInFile = (await readInSignerFile(db, [no])).has(no)
  return text(isInFile ? 'payout_in_file' : 'payout_maybe_on_chain')
}
