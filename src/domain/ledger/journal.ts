/**
 * Journals: one business event each, with postings that sum to zero for each asset. One function
 * per kind decides which accounts move. A member's money is positive in the member's account, coins
 * we hold are positive in custody, and the conversion and unattributed accounts balance them.
 */
import {
  ADJUSTMENTS,
  conversion,
  conversionUsd,
  custody,
  DEPOSIT_FEES,
  NETWORK_FEES,
  NETWORK_FEES_CHARGED,
  PLAN_MARGIN,
  ROUNDING,
  treasury,
  unattributed,
  wallet,
  WITHDRAWAL_FEES,
  withdrawalHold,
} from './account.ts'
import type { PlanTerms } from '../money/catalog.ts'
import type { Coin, Micros, Units } from '../money/money.ts'

export const JOURNAL_KINDS = [
  'activation',
  'deposit',
  'unattributed',
  'accepted',
  'withdrawal_requested',
  'withdrawal_returned',
  'withdrawal_paid',
  'network_fee',
  'adjustment',
  'treasury',
] as const
export type JournalKind = (typeof JOURNAL_KINDS)[number]

export const PURPOSES = [
  'fee',
  'level1',
  'level2',
  'sponsor_bonus',
  'margin',
  'deposit',
  'deposit_fee',
  'rounding',
  'custody',
  'conversion',
  'unattributed',
  'hold',
  'release',
  'payout',
  'withdrawal_fee',
  'network_fee',
  'adjustment',
  'treasury',
] as const
export type Purpose = (typeof PURPOSES)[number]

/** An amount for an account, not posted yet. */
export type Entry = readonly [account: number, amount: bigint, purpose: Purpose]

/** Who an activation rewards; 0 when the house keeps the reward. */
export type Recipients = {
  readonly level1: number
  readonly level2: number
  readonly sponsor: number
}

/** The fee leaves the wallet, rewards go to the uplines, and the house keeps the rest. */
export function activationEntries(
  member: number,
  terms: PlanTerms,
  { level1, level2, sponsor }: Recipients,
): Entry[] {
  const { feeMicros, level1Micros, level2Micros, sponsorBonusMicros } = terms
  const entries: Entry[] = [[wallet(member), -feeMicros, 'fee']]
  let margin: bigint = feeMicros
  if (level1 !== 0 && level1Micros !== 0n) {
    margin -= level1Micros
    entries.push([wallet(level1), level1Micros, 'level1'])
  }
  if (level2 !== 0 && level2Micros !== 0n) {
    margin -= level2Micros
    entries.push([wallet(level2), level2Micros, 'level2'])
  }
  if (sponsor !== 0 && sponsorBonusMicros !== 0n) {
    margin -= sponsorBonusMicros
    entries.push([wallet(sponsor), sponsorBonusMicros, 'sponsor_bonus'])
  }
  if (margin !== 0n) entries.push([PLAN_MARGIN, margin, 'margin'])
  return entries
}

/** What a credit consists of, in micro-dollars: value = credited + fee + rounding. */
export type Credit = {
  readonly creditedMicros: Micros
  readonly feeMicros: Micros
  readonly roundingMicros: Micros
}

const creditEntries = (member: number, coin: Coin, credit: Credit): Entry[] => {
  const { creditedMicros, feeMicros, roundingMicros } = credit
  const entries: Entry[] = [
    [conversionUsd(coin), -(creditedMicros + feeMicros + roundingMicros), 'conversion'],
    [wallet(member), creditedMicros, 'deposit'],
    [DEPOSIT_FEES, feeMicros, 'deposit_fee'],
  ]
  if (roundingMicros !== 0n) entries.push([ROUNDING, roundingMicros, 'rounding'])
  return entries
}

/** A transfer that matched its request: the coin goes to custody, its value to the wallet. */
export const depositEntries = (
  member: number,
  coin: Coin,
  received: Units,
  credit: Credit,
): Entry[] => [
  [custody(coin), received, 'custody'],
  [conversion(coin), -received, 'conversion'],
  ...creditEntries(member, coin, credit),
]

/** A transfer that matched no request: in custody, and nobody's yet. */
export const unattributedEntries = (coin: Coin, received: Units): Entry[] => [
  [custody(coin), received, 'custody'],
  [unattributed(coin), -received, 'unattributed'],
]

/** An unattributed transfer is credited to the member. */
export const acceptedEntries = (
  member: number,
  coin: Coin,
  received: Units,
  credit: Credit,
): Entry[] => [
  [unattributed(coin), received, 'unattributed'],
  [conversion(coin), -received, 'conversion'],
  ...creditEntries(member, coin, credit),
]

export const holdEntries = (member: number, amount: Micros): Entry[] => [
  [wallet(member), -amount, 'hold'],
  [withdrawalHold(member), amount, 'hold'],
]

export const returnEntries = (member: number, amount: Micros): Entry[] => [
  [withdrawalHold(member), -amount, 'release'],
  [wallet(member), amount, 'release'],
]

/** What a payout consists of, in micro-dollars: amount = fee + network fee + net. */
export type Charge = {
  readonly amountMicros: Micros
  readonly feeMicros: Micros
  readonly networkFeeMicros: Micros
}

/**
 * A payout that is final on chain: releases the hold into fees and net, and takes the coin out of
 * custody.
 */
export function paidEntries(member: number, charge: Charge, coin: Coin, sent: Units): Entry[] {
  const { amountMicros, feeMicros, networkFeeMicros } = charge
  const entries: Entry[] = [
    [withdrawalHold(member), -amountMicros, 'payout'],
    [WITHDRAWAL_FEES, feeMicros, 'withdrawal_fee'],
    [conversionUsd(coin), amountMicros - feeMicros - networkFeeMicros, 'conversion'],
    [custody(coin), -sent, 'custody'],
    [conversion(coin), sent, 'conversion'],
  ]
  if (networkFeeMicros !== 0n) entries.push([NETWORK_FEES_CHARGED, networkFeeMicros, 'network_fee'])
  return entries
}

/** TRX the network burned, always paid from the house's coins. */
export const networkFeeEntries = (sun: Units): Entry[] => [
  [custody('TRX'), -sun, 'network_fee'],
  [NETWORK_FEES, sun, 'network_fee'],
]

export const adjustmentEntries = (member: number, amount: Micros): Entry[] => [
  [wallet(member), amount, 'adjustment'],
  [ADJUSTMENTS, -amount, 'adjustment'],
]

/** The house's own coins, added to custody (positive) or withdrawn (negative). */
export const treasuryEntries = (coin: Coin, amount: Units): Entry[] => [
  [custody(coin), amount, 'treasury'],
  [treasury(coin), -amount, 'treasury'],
]
