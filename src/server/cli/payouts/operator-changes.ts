import type { Db, Tx } from '../../../db/types.ts'
import { WrongUsage } from '../../../terminal/tool.ts'
import { audit } from '../../audit/audit.ts'
import { discardBatch } from '../../custody/batch-ends.ts'
import { BatchRefused } from '../../custody/batch-refused.ts'
import { reviewLack } from '../../custody/queries.ts'
import { requeueAddress } from '../../custody/sweep-candidates.ts'
import { pauseForLoss, resumeAfterLoss } from '../../pauses/pauses.ts'
import type { Offline } from '../../payout/offline/offline-gate.ts'
import { requeueWithdrawal } from '../../payout/quarantine.ts'
import { explainTransfer } from '../../payout/unexplained/explain-transfer.ts'
import { need, needAddress, positionals, values, withdrawalIn } from './command-line.ts'
import { USAGE } from './usage.ts'

// The commands by which an operator decides something about what the worker does. The audit log
// has each of them.

/** Makes an operator's change in one transaction with its audit log entry. */
async function audited(
  db: Db,
  action: string,
  object: string,
  change: (tx: Tx) => Promise<boolean>,
): Promise<boolean> {
  const [operator, reason] = [need('operator'), need('why')]
  return db.transaction().execute(async (tx) => {
    if (!(await change(tx))) return false
    await audit(tx, [{ operator, action, object, reason, requestId: 'command line' }])
    return true
  })
}

/** The exit code must tell a script whether it was done. */
function doneOr(done: boolean, text: string, refusal: string): string {
  if (!done) throw new BatchRefused(refusal)
  return text
}

export async function retry({ db }: Offline): Promise<string> {
  if (values.address !== undefined) {
    const address = needAddress('address')
    const requeued = (tx: Tx) => requeueAddress(tx, address)
    const done = await audited(db, 'retry sweep', address, requeued)
    return doneOr(done, 'The next sweep includes it.', 'This address is not quarantined.')
  }
  const no = withdrawalIn(need('withdrawal'), '--withdrawal must be the number of a withdrawal.')
  const taken = (tx: Tx) => requeueWithdrawal(tx, no)
  const done = await audited(db, 'retry payout', `withdrawal ${no}`, taken)
  const refusal = 'This withdrawal is not quarantined.'
  return doneOr(done, 'We will try to pay it in the next round.', refusal)
}

const NOTHING_TO_EXPLAIN = 'There is no unexplained transfer with this id.'

export async function explain(deps: Offline): Promise<string> {
  const numbers = values['not-for'] === undefined ? [] : need('not-for').split(',')
  const otherwise = '--not-for must be numbers of withdrawals, such as 7 or 7,8.'
  const booked = await explainTransfer(deps, {
    txid: need('txid'),
    operator: need('operator'),
    why: need('why'),
    notFor: numbers.map((text) => withdrawalIn(text, otherwise)),
  })
  return doneOr(booked !== null, ['Explained.', ...(booked ?? [])].join('\n'), NOTHING_TO_EXPLAIN)
}

export async function discard({ db }: Offline): Promise<string> {
  const batch = need('batch')
  const done = await audited(db, 'discard batch', batch, (tx) => discardBatch(tx, batch))
  return doneOr(
    done,
    'Discarded. Delete its file, and the signed one if there is one.',
    'There is no batch with this name that was not imported.',
  )
}

export async function review({ db }: Offline): Promise<string> {
  const address = needAddress('address')
  const noted = async (tx: Tx) => (await reviewLack(tx, address, need('why'))) !== null
  const isNoted = await audited(db, 'review difference', address, noted)
  return isNoted ? 'Noted.' : `${address} has no shortfall to review.`
}

export async function changePause({ db }: Offline, isPause: boolean): Promise<string> {
  const [, reason] = positionals
  if (reason !== 'history_lost') throw new WrongUsage('Only history_lost can change.', USAGE)
  if (!isPause) {
    const done = await audited(db, 'resume payouts', reason, resumeAfterLoss)
    return doneOr(done, 'Payouts resume.', 'Payouts are not paused for this reason.')
  }
  const done = await audited(db, 'pause payouts', reason, (tx) => pauseForLoss(tx, need('why')))
  return done ? 'Payouts are paused.' : 'Payouts were paused for this reason already.'
}
