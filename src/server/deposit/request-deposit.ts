import { calls } from '../../contract/calls.ts'
import { anyOf } from '../../db/expressions.ts'
import { reject } from '../../contract/refusals/reject.ts'
import { NotRecorded, type Key } from '../book/submission.ts'
import type { Context } from '../context.ts'
import { makeAnswer } from '../http/render.ts'
import { replayOr } from '../http/replay.ts'
import { submitForAnswer } from '../http/submit.ts'
import { requireOpenDeposits } from '../readiness/open-deposits.ts'
import { checkFigures, type Body } from './deposit-figures.ts'
import { depositAddress } from './incoming/deposit-address.ts'
import { depositColumns, readDeposits } from './queries.ts'
import { lockEnd, recordRequests } from './record-requests.ts'
import { asOpened, showDeposit } from './show-deposit.ts'

/** The request as it was opened, even if it has been paid, replaced, or expired since. */
const answerRequest = makeAnswer({
  hook: recordRequests,
  body: calls.requestDeposit.answer,
  async render({ db, config }, done) {
    const numbers = done.map(({ receipt }) => receipt.request)
    const rows = await readDeposits(
      db,
      depositColumns('deposit_requests.no', '=', anyOf(numbers, 'int')),
    )
    return numbers.map((number) => {
      const row = rows.find(({ no }) => no === number)
      return row && showDeposit(asOpened(row), config.confirmations)
    })
  },
})

type Asked = {
  readonly member: number
  readonly body: Body
  readonly key: Key | undefined
  /** Counts a request that passed all checks. */
  readonly count: () => Promise<void>
}

/**
 * Opens a deposit request at the live rate, locked for 15 minutes. We store the server's figures.
 * Refuses with 400 for wrong figures, naming the client's and the server's if they differ, and with
 * 503 if TRX has no current rate.
 */
export function requestDeposit(context: Context, asked: Asked) {
  return replayOr(context, answerRequest, asked.key, () => request(context, asked))
}

async function request(context: Context, { member, body, key, count }: Asked) {
  await requireOpenDeposits(context)
  const figures = await checkFigures(context, body)
  await depositAddress(context, member)
  await count()
  const expiresAt = await lockEnd(context.db)
  const command = {
    kind: 'open_deposit',
    member,
    ...figures,
    expiresAt,
  } as const
  const submission = { command, by: { member }, key, input: null }
  return submitForAnswer(context, answerRequest, submission).catch((error: unknown) => {
    // The price jumped after we read it.
    throw error instanceof NotRecorded ? reject('rate_unavailable') : error
  })
}
