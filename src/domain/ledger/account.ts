/** Ledger accounts by number. Numbers below 1000 belong to the house and custody. */
import type { Asset, Coin } from '../money/money.ts'

export const FIRST_MEMBER_ACCOUNT = 1000

/** The accounts of the house and custody: number, name, asset. */
export const HOUSE_ACCOUNTS = [
  { no: 1, name: 'house:plan margin', asset: 'USD' },
  { no: 2, name: 'house:deposit fees', asset: 'USD' },
  { no: 3, name: 'house:withdrawal fees', asset: 'USD' },
  { no: 4, name: 'house:rounding', asset: 'USD' },
  { no: 5, name: 'house:network fees', asset: 'TRX' },
  { no: 6, name: 'house:adjustments', asset: 'USD' },
  { no: 7, name: 'house:treasury TRX', asset: 'TRX' },
  { no: 8, name: 'house:treasury USDT', asset: 'USDT' },
  { no: 9, name: 'house:network fees charged', asset: 'USD' },
  { no: 10, name: 'custody:TRX', asset: 'TRX' },
  { no: 11, name: 'custody:USDT', asset: 'USDT' },
  { no: 12, name: 'custody:unattributed TRX', asset: 'TRX' },
  { no: 13, name: 'custody:unattributed USDT', asset: 'USDT' },
  { no: 14, name: 'conversion:TRX', asset: 'TRX' },
  { no: 15, name: 'conversion:USDT', asset: 'USDT' },
  { no: 16, name: 'conversion:USD for TRX', asset: 'USD' },
  { no: 17, name: 'conversion:USD for USDT', asset: 'USD' },
] as const satisfies readonly { no: number; name: string; asset: Asset }[]

export const PLAN_MARGIN = 1
export const DEPOSIT_FEES = 2
export const WITHDRAWAL_FEES = 3
export const ROUNDING = 4
export const NETWORK_FEES = 5
export const ADJUSTMENTS = 6
/** Network fees that members paid for their USDT payouts. */
export const NETWORK_FEES_CHARGED = 9
/** The accounts that receive members' charges: every fee except joining fees. */
export const CHARGE_ACCOUNTS = [DEPOSIT_FEES, WITHDRAWAL_FEES, ROUNDING, NETWORK_FEES_CHARGED]
/** The accounts that hold the company's income from members. */
export const KEPT_ACCOUNTS = [PLAN_MARGIN, ...CHARGE_ACCOUNTS]
export const treasury = (coin: Coin): number => (coin === 'TRX' ? 7 : 8)
export const custody = (coin: Coin): number => (coin === 'TRX' ? 10 : 11)
export const unattributed = (coin: Coin): number => (coin === 'TRX' ? 12 : 13)
export const conversion = (coin: Coin): number => (coin === 'TRX' ? 14 : 15)
export const conversionUsd = (coin: Coin): number => (coin === 'TRX' ? 16 : 17)

/** The member's spendable USD. */
export const wallet = (member: number): number => FIRST_MEMBER_ACCOUNT + 2 * member
/** The member's USD held for pending withdrawals. */
export const withdrawalHold = (member: number): number => FIRST_MEMBER_ACCOUNT + 2 * member + 1

const HOUSE_ASSETS: (Asset | undefined)[] = []
for (const { no, asset } of HOUSE_ACCOUNTS) HOUSE_ASSETS[no] = asset

/** The asset of an account; members' accounts are in USD. */
export function assetOf(account: number): Asset {
  if (account >= FIRST_MEMBER_ACCOUNT) return 'USD'
  const asset = HOUSE_ASSETS[account]
  if (!asset) throw new Error(`no account ${account}`)
  return asset
}

/** The name of an account, as the ledger's reports show it. */
export function accountName(account: number): string {
  if (account >= FIRST_MEMBER_ACCOUNT) {
    const member = Math.floor((account - FIRST_MEMBER_ACCOUNT) / 2)
    return `member:${account % 2 === 0 ? 'wallet' : 'withdrawing'} ${member}`
  }
  const found = HOUSE_ACCOUNTS.find(({ no }) => no === account)
  if (!found) throw new Error(`no account ${account}`)
  return found.name
}
