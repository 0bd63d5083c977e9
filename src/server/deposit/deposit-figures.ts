import type { z } from 'zod'
import type { calls } from '../../contract/calls.ts'
import { reject, rejectByRule, rejectField } from '../../contract/refusals/reject.ts'
import { text } from '../../contract/texts/texts.ts'
import { depositFee, DEPOSIT_MIN } from '../../domain/money/fee.ts'
import {
  formatCrypto,
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
import type { Context } from '../context.ts'
import { liveRate, whyNoRate } from '../rate/queries.ts'
import { isUsdtOpen } from '../rate/usdt-price.ts'
import { whyTooMuchTrx } from './trx-limit.ts'

export type Body = z.output<typeof calls.requestDeposit.body>

/**
 * The server's figures for a client's request. If the client's figures differ, refuses with 400 and
 * names both. Refuses more TRX than a request may lock with 400, and with 503 if TRX has no current
 * rate.
 */
export async function checkFigures(context: Context, body: Body) {
  const coin = body.cryptocurrency
  const amountMicros = readUsd('original_amount', body.original_amount)
  if (amountMicros < DEPOSIT_MIN) {
    throw rejectByRule({ code: 'minimum_deposit' }, { errors: minimumErrors })
  }
  const tooMuch = whyTooMuchTrx({ coin, amountMicros }, context.config.trxDepositLimitMicros)
  if (tooMuch) throw tooMuch
  const feeMicros = checkFee(amountMicros, readUsd('fee_amount', body.fee_amount))
  const lockedE8 = await rateOf(context, coin)
  const total = micros(amountMicros + feeMicros)
  const cryptoUnits = checkCrypto(coin, total, lockedE8, body.crypto_amount)
  return { coin, amountMicros, feeMicros, cryptoUnits, lockedE8 }
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

/** USDT must equal the total. TRX may deviate by 1%, since rates move while a member types. */
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
