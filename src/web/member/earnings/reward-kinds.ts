import type { Earnings } from './queries.ts'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { parseUsd } from '../../../domain/money/money.ts'
import { usdText } from '../../ui/format/money-text.ts'
export type RewardSums = Pick<
  Earnings['periods'][number],
  'reward_level1' | 'reward_level2' | 'sponsor_bonus'
>
export type RewardKind = keyof RewardSums
/** Whether to show dollars or the number of rewards. */
export type Unit = 'usd' | 'count'

/** The three rewards in stacking order, with their classes. */
export const REWARD_KINDS: readonly {
  kind: RewardKind
  label: MessageDescriptor
  /** Short enough for the head of a column on a phone. */
  short: MessageDescriptor
  fill: string
  swatch: string
}[] = [
  {
    kind: 'reward_level1',
    label: msg`Level 1`,
    short: msg`Level 1`,
    fill: 'fill-accent',
    swatch: 'bg-accent',
  },
  {
    kind: 'reward_level2',
    label: msg`Level 2`,
    short: msg`Level 2`,
    fill: 'fill-second',
    swatch: 'bg-second',
  },
  {
    kind: 'sponsor_bonus',
    label: msg`Sponsor bonus`,
    short: msg`Bonus`,
    fill: 'fill-faint',
    swatch: 'bg-faint',
  },
]

/** A sum in its unit: micro-dollars, or a number of rewards. */
export function sizeOf(sum: { amount: string; count: number }, unit: Unit): bigint {
  return unit === 'usd' ? (parseUsd(sum.amount) ?? 0n) : BigInt(sum.count)
}

export function addUp(sums: RewardSums, unit: Unit): bigint {
  return REWARD_KINDS.reduce((total, { kind }) => total + sizeOf(sums[kind], unit), 0n)
}

/** The sum in its unit, or a dash if there is none, to make amounts visible. */
export function sumText(sum: { amount: string; count: number }, unit: Unit): string {
  if (sum.count === 0) return '–'
  return unit === 'usd' ? usdText(sum.amount) : String(sum.count)
}
