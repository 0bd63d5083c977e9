import { anyOf } from '../../db/expressions.ts'
import { z } from 'zod'
import { calls } from '../../contract/calls.ts'
import type { Deposit } from '../../contract/subjects/deposit.ts'
import { RATE_LOCK_MS } from '../../domain/wallet/deposit.ts'
import { eventsOf } from '../../domain/ledger/event.ts'
import { depositFee, DEPOSIT_MIN } from '../../domain/money/fee.ts'
import {
  formatUsd,
  micros,
  PAR_RATE,
  parseUnits,
  parseUsd,
  type Coin,
  type Micros,
  type RateE8,
  type Units,
} from '../../domain/money/money.ts'
import { coinsFor } from '../../domain/money/rate.ts'
import type { AnsweredHook } from '../book/batch-hook.ts'
import type { Key } from '../book/submission.ts'
import type { Context } from '../context.ts'
import { requireOpenDeposits } from '../readiness/open-deposits.ts'
import { reject, rejectByRule, rejectField } from '../../contract/refusals/reject.ts'
import { makeAnswer } from '../http/render.ts'
import { replayOf } from '../http/replay.ts'
import { submitForAnswer } from '../http/submit.ts'
import { liveRate } from '../rate/queries.ts'
import { whyNoRate } from '../rate/routes.ts'
import { isUsdtOpen } from '../rate/usdt-price.ts'
import { depositAddress } from './addresses.ts'
import { readDeposits, depositColumns } from './queries.ts'
import { asOpened, formatCrypto, showDeposit } from './show-deposit.ts'
import { text } from '../../contract/texts/texts.ts'

type Body = z.output<typeof calls.requestDeposit.body>
const DepositReceipt = z.object({ request: z.int() })

export const noteRequests: AnsweredHook<null, z.output<typeof DepositReceipt>> = {
  name: 'request-deposit',
  input: z.null(),
  receipt: DepositReceipt,
  receiptOf: ({ outcome }) => ({ request: openedBy(outcome.effects) }),
}

/** The request as it was opened, even if it has been paid, replaced, or expired since. */
const answerRequest = makeAnswer({
  hook: noteRequests,
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

/** The number of the request that a command opened. A request that it replaced comes first. */
function openedBy(effects: Parameters<typeof eventsOf>[0]): number {
  const opened = eventsOf(effects, 'deposit_request').find(({ state }) => state === 'open')
  if (!opened) throw new Error('no deposit request was opened')
  return opened.no
}

/**
 * Opens a deposit request at the live rate, locked for 15 minutes. If the client's figures differ
 * from the server's, we refuse and name both. We store the server's figures. Refuses with 400 for
 * wrong figures, and with 503 if TRX has no current rate.
 */
export async function requestDeposit(
  context: Context,
  member: number,
  body: Body,
  key: Key | undefined,
): Promise<z.infer<typeof Deposit>> {
  const replay = await replayOf(context, answerRequest, key)
  if (replay) return replay
  await requireOpenDeposits(context)
  const coin = body.cryptocurrency
  const amountMicros = readUsd('original_amount', body.original_amount)
  if (amountMicros < DEPOSIT_MIN) {
    throw rejectByRule({ code: 'minimum_deposit' }, { errors: minimumErrors })
  }
  const feeMicros = checkFee(amountMicros, readUsd('fee_amount', body.fee_amount))
  const lockedE8 = await rateOf(context, coin)
  const total = micros(amountMicros + feeMicros)
  const cryptoUnits = checkCrypto(coin, total, lockedE8, body.crypto_amount)
  await depositAddress(context, member)
  const expiresAt = Date.now() + RATE_LOCK_MS
  const figures = { coin, amountMicros, feeMicros, cryptoUnits, lockedE8, expiresAt }
  return await submitForAnswer(context, answerRequest, {
    command: { kind: 'open_deposit', member, ...figures },
    by: { member },
    key,
    input: null,
  })
}

const minimumErrors = { original_amount: [text('minimum_deposit')] }

function readUsd(field: string, asked: string): Micros {
  const amount = parseUsd(asked)
  if (amount === null) throw rejectField(field, text('amount_invalid'))
  return amount
}

function checkFee(amount: Micros, given: Micros): Micros {
  const fee = depositFee(amount)
  if (given === fee) return fee
  const said = text('fee_differs', { ours: formatUsd(fee), yours: formatUsd(given) })
  throw rejectField('fee_amount', said, 'figures_differ')
}

async function rateOf({ db }: Context, coin: Coin): Promise<RateE8> {
  if (coin === 'USDT') {
    if (!(await isUsdtOpen(db))) throw reject('usdt_closed')
    return PAR_RATE
  }
  const live = await liveRate(db)
  if (!live) throw reject(await whyNoRate(db))
  return live.rateE8
}

/** USDT must be the total itself; TRX may be 1 % from it, since rates move while one types. */
function checkCrypto(coin: Coin, total: Micros, rate: RateE8, asked: string): Units {
  const given = parseUnits(asked)
  if (given === null) throw rejectField('crypto_amount', text('amount_invalid'))
  const expected = coinsFor(coin, total, rate)
  const difference = given > expected ? given - expected : expected - given
  const allowed = coin === 'USDT' ? 0n : expected / 100n
  if (difference <= allowed) return expected
  const [ours, yours] = [formatCrypto(coin, expected), formatCrypto(coin, given)]
  throw rejectField(
    'crypto_amount',
    text('crypto_differs', { ours, yours, coin }),
    'figures_differ',
  )
}
