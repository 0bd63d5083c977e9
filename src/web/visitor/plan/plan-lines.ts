import {
  DEFAULT_CATALOG,
  PLAN_NAMES,
  PLANS,
  totalReward,
  type Plan,
  type PlanName,
} from '../../../domain/money/catalog.ts'
import { microsText } from '../../ui/format/money-text.ts'

/** A part of one joining fee: to whom, how much, and its share of the fee in per mille. */
export type FeePart = {
  to: 'Level 1' | 'Level 2' | 'Sponsor' | 'Company'
  amount: string
  share: number
}

/** One plan for the visitor pages. All figures come from the one catalog. */
export type PlanLine = {
  name: PlanName
  fee: string
  level1: string
  level2: string
  sponsorBonus: string | null
  reentries: number
  total: string
  /** The total reward of two positions on level 1 and four on level 2. */
  level1Sum: string
  level2Sum: string
  upgradeTo: PlanName | null
  parts: FeePart[]
}

/** Computed on render, so that its amounts are in the current language. */
export const planLines = (): readonly PlanLine[] => PLANS.map(lineOf)

function lineOf(plan: Plan): PlanLine {
  const terms = DEFAULT_CATALOG[plan]
  const { feeMicros, level1Micros, level2Micros, sponsorBonusMicros, reentries } = terms
  const part = (to: FeePart['to'], amountMicros: bigint): FeePart => {
    const perMille = (amountMicros * 1000n) / feeMicros
    return { to, amount: microsText(amountMicros), share: Number(perMille) }
  }
  return {
    name: PLAN_NAMES[plan],
    fee: microsText(feeMicros),
    level1: microsText(level1Micros),
    level2: microsText(level2Micros),
    sponsorBonus: sponsorBonusMicros > 0n ? microsText(sponsorBonusMicros) : null,
    reentries,
    total: microsText(totalReward(terms)),
    level1Sum: microsText(2n * level1Micros),
    level2Sum: microsText(4n * level2Micros),
    upgradeTo: PLAN_NAMES[plan + 1] ?? null,
    parts: [
      part('Level 1', level1Micros),
      part('Level 2', level2Micros),
      part('Sponsor', sponsorBonusMicros),
      part('Company', feeMicros - level1Micros - level2Micros - sponsorBonusMicros),
    ],
  }
}
