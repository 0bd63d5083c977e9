import { formatUsd } from '../../domain/money.ts'

/** Groups the whole part of a decimal string by thousands: `1234.5` → `1,234.5`. */
export function groupThousands(decimal: string): string {
  const [whole = '0', fraction] = decimal.split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  return fraction === undefined ? grouped : `${grouped}.${fraction}`
}

/** Dollars as they stand on the wire (`12.50`) with their sign: `$12.50`, `−$3.00`. */
export function usdText(decimal: string): string {
  const negative = decimal.startsWith('-')
  const [whole = '0', fraction = ''] = decimal.replace('-', '').split('.')
  return `${negative ? '−' : ''}$${groupThousands(whole)}.${fraction.padEnd(2, '0')}`
}

/** The same without the cents of a whole amount: `$3`, `$2.50`. For fees and rewards of plans. */
export function shortUsdText(decimal: string): string {
  return usdText(decimal).replace(/\.00$/, '')
}

/** Micro-dollars as a short text: `$0.50`, `$3`. */
export function microsText(amountMicros: bigint): string {
  return shortUsdText(formatUsd(amountMicros))
}
