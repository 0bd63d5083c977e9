import { i18n } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { WITHDRAWAL_MIN, withdrawalFee } from '../../../domain/money/fee.ts'
import {
  formatDecimal,
  formatUsd,
  isTooManyUsd,
  micros,
  parseDecimal,
  parseUsd,
} from '../../../domain/money/money.ts'
import { approximateTrx, parseRate } from '../../../domain/money/rate.ts'
import { usdText } from '../../ui/format/money-text.ts'

export const NO_ADDRESS = msg`Please set a valid TRX wallet address in your profile`

export type PayoutMethod = 'trx' | 'usdt'

export type WithdrawalQuote = {
  method: PayoutMethod
  amount: string
  fee: string
  /** The network fee of a USDT payout, in dollars; null for TRX, which has none. */
  networkFee: string | null
  net: string
  /** The approximate net amount in TRX, for reference only; null without a rate. */
  trx: string | null
}

type Terms = { method: PayoutMethod; rate: number | null; usdtNetworkFee: string | null }

/**
 * The figures for a typed amount. Null while it is invalid or below the minimum, and for USDT while
 * the network fee is unknown or uses it up.
 */
export function quoteWithdrawal(text: string, terms: Terms): WithdrawalQuote | null {
  const { method, rate, usdtNetworkFee } = terms
  const amount = parseUsd(text.trim())
  if (amount === null || amount < WITHDRAWAL_MIN) return null
  const networkFee = method === 'usdt' ? parseDecimal(usdtNetworkFee ?? '', 6) : 0n
  if (networkFee === null) return null
  const fee = withdrawalFee(amount)
  const net = micros(amount - fee - networkFee)
  if (net <= 0n) return null
  const rateE8 = rate === null || method === 'usdt' ? null : parseRate(rate.toFixed(8))
  return {
    method,
    amount: formatUsd(amount),
    fee: formatUsd(fee),
    networkFee: method === 'usdt' ? formatUsd(networkFee) : null,
    net: formatUsd(net),
    trx: rateE8 === null ? null : formatDecimal(approximateTrx(net, rateE8), 5),
  }
}

/** What is wrong with an amount, in the fixed wording (docs/product.md); null if nothing is. */
export function findAmountFault(text: string, balance: string): string | null {
  const shortfall = findShortfall(text, balance)
  if (shortfall !== null) return shortfall
  const amount = parseUsd(text.trim())
  if (amount === null) return t`Please enter a valid amount`
  return amount < WITHDRAWAL_MIN ? t`Minimum withdrawal is $3` : null
}

/** That an amount is above the balance; null if it isn't, or isn't a possible amount. */
export function findShortfall(text: string, balance: string): string | null {
  const amount = parseUsd(text.trim())
  const isAbove =
    amount === null
      ? isTooManyUsd(text.trim())
      : amount >= WITHDRAWAL_MIN && amount > (parseDecimal(balance, 6) ?? 0n)
  return isAbove ? t`Insufficient balance. Maximum withdrawal is ${usdText(balance)}` : null
}

/** Why a withdrawal can't be requested; null if it can. */
export const findWithdrawalFault = (
  text: string,
  balance: string,
  address: string | null,
): string | null => findAmountFault(text, balance) ?? (address ? null : i18n._(NO_ADDRESS))

/** Why a valid amount has no quote: the network fee for USDT is unknown, or uses it up. */
export function noQuoteText(usdtNetworkFee: string | null): string {
  if (usdtNetworkFee === null) return t`We can’t get the network fee right now. Choose TRX.`
  const fee = usdText(usdtNetworkFee)
  return t`The USDT network fee is ${fee}, which leaves nothing to pay out. Try a larger amount.`
}

/** Whether a typed amount is below the minimum or not a number, so the button stays disabled. */
export function isBelowMinimum(text: string): boolean {
  const typed = text.trim()
  if (typed === '') return true
  const loose = parseDecimal(typed, 6)
  return loose !== null && loose < WITHDRAWAL_MIN
}
