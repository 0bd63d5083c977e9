import { WITHDRAWAL_MIN, withdrawalFee } from '../../../domain/fee.ts'
import { formatDecimal, formatUsd, micros, parseDecimal, parseUsd } from '../../../domain/money.ts'
import { approximateTrx, parseRate } from '../../../domain/rate.ts'
import { usdText } from '../../ui/money-text.ts'

export type WithdrawalQuote = {
  amount: string
  fee: string
  net: string
  /** About how many TRX the net amount is, for reference only; null without a rate. */
  trx: string | null
}

/** The figures of an amount as typed; null while it is none or does not reach the minimum. */
export function quoteWithdrawal(text: string, rate: number | null): WithdrawalQuote | null {
  const amount = parseUsd(text.trim())
  if (amount === null || amount < WITHDRAWAL_MIN) return null
  const fee = withdrawalFee(amount)
  const net = micros(amount - fee)
  const rateE8 = rate === null ? null : parseRate(rate.toFixed(8))
  return {
    amount: formatUsd(amount),
    fee: formatUsd(fee),
    net: formatUsd(net),
    trx: rateE8 === null ? null : formatDecimal(approximateTrx(net, rateE8), 5),
  }
}

/** What stands against a withdrawal, in the words of the specification; null when nothing does. */
export function findWithdrawalFault(
  text: string,
  balance: string,
  address: string | null,
): string | null {
  const amount = parseUsd(text.trim())
  if (amount === null) return 'Please enter a valid amount'
  if (amount < WITHDRAWAL_MIN) return 'Minimum withdrawal is $3'
  if (amount > (parseDecimal(balance, 6) ?? 0n)) {
    return `Insufficient balance. Maximum withdrawal is ${usdText(balance)}`
  }
  if (!address) return 'Please set a valid TRX wallet address in your profile'
  return null
}

/** Whether an amount as typed is a number below the minimum, or none at all: the button waits. */
export function isBelowMinimum(text: string): boolean {
  const typed = text.trim()
  if (typed === '') return true
  const loose = parseDecimal(typed, 6)
  return loose !== null && loose < WITHDRAWAL_MIN
}
