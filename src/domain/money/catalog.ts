/** The plan catalog: what each plan costs and pays, and which catalogs are sound. */
import { micros, type Micros } from './money.ts'

export const PLAN_NAMES = ['Bronze', 'Silver', 'Gold', 'Platinum', 'Diamond'] as const
export type PlanName = (typeof PLAN_NAMES)[number]
/** From 0 (Bronze) to 4 (Diamond), in ladder order. */
export type Plan = 0 | 1 | 2 | 3 | 4
export const PLANS: readonly Plan[] = [0, 1, 2, 3, 4]
export const BRONZE: Plan = 0
export const DIAMOND: Plan = 4

/** The plan of a stored number. Throws a RangeError on any other. */
export function planAt(number: number): Plan {
  const plan = PLANS[number]
  if (plan === undefined) throw new RangeError(`no plan ${number}`)
  return plan
}

export const PLAN_COLORS = ['orange', 'gray', 'yellow', 'purple', 'blue'] as const
export const PLAN_LETTERS = ['BR', 'SI', 'GO', 'PL', 'DI'] as const

/**
 * What one plan costs and pays. `reentries` is the number of Bronze profiles per complete board.
 */
export type PlanTerms = {
  readonly feeMicros: Micros
  readonly level1Micros: Micros
  readonly level2Micros: Micros
  readonly sponsorBonusMicros: Micros
  readonly reentries: number
}

/** The terms of the five plans, Bronze first. */
export type Catalog = readonly [PlanTerms, PlanTerms, PlanTerms, PlanTerms, PlanTerms]

/** The catalog of these terms, Bronze first; undefined unless there are exactly five. */
export function toCatalog(terms: readonly PlanTerms[]): Catalog | undefined {
  const [bronze, silver, gold, platinum, diamond, ...more] = terms
  if (!bronze || !silver || !gold || !platinum || !diamond || more.length > 0) return undefined
  return [bronze, silver, gold, platinum, diamond]
}

const dollars = (fee: number, level1Cents: number, level2Cents: number, bonus = 0, again = 0) => ({
  feeMicros: micros(BigInt(fee) * 1_000_000n),
  level1Micros: micros(BigInt(level1Cents) * 10_000n),
  level2Micros: micros(BigInt(level2Cents) * 10_000n),
  sponsorBonusMicros: micros(BigInt(bonus) * 1_000_000n),
  reentries: again,
})

/** Version 1. */
export const DEFAULT_CATALOG: Catalog = [
  dollars(1, 50, 50),
  dollars(3, 100, 100),
  dollars(6, 100, 250),
  dollars(12, 200, 500),
  dollars(24, 400, 1000, 10, 12),
]

const MAX_REENTRIES = 100

/** What a complete board pays its owner: two level 1 and four level 2 rewards. */
export const boardPays = (terms: PlanTerms): Micros =>
  micros(2n * terms.level1Micros + 4n * terms.level2Micros)

/** The total reward shown for a plan: board rewards plus the sponsor bonus. */
export const totalReward = (terms: PlanTerms): Micros =>
  micros(boardPays(terms) + terms.sponsorBonusMicros)

/** Why a catalog is refused: the plan, the rule it breaks, and both sides of the comparison. */
export type Unsound = {
  readonly plan: PlanName
  readonly rule:
    | 'amount_range'
    | 'rewards_exceed_fee'
    | 'reentries_exceed_board'
    | 'reentries_below_diamond'
  readonly left: bigint
  readonly right: bigint
}

const MAX_FEE = 1_000_000_000_000n

/**
 * A catalog is sound when no plan pays out more than its joining fee, re-entries cost no more than
 * the board pays, and only Diamond has re-entries. It then can't promise money or seats that nobody
 * paid for. Null when sound.
 */
export function findUnsound(catalog: Catalog): Unsound | null {
  const bronzeFee = catalog[BRONZE].feeMicros
  for (const plan of PLANS) {
    const terms = catalog[plan]
    const { feeMicros, level1Micros, level2Micros, sponsorBonusMicros, reentries } = terms
    const name = PLAN_NAMES[plan]
    for (const amount of [level1Micros, level2Micros, sponsorBonusMicros, feeMicros]) {
      if (amount < 0n || amount > MAX_FEE) {
        return { plan: name, rule: 'amount_range', left: amount, right: MAX_FEE }
      }
    }
    if (feeMicros === 0n) return { plan: name, rule: 'amount_range', left: 0n, right: 1n }
    if (!Number.isInteger(reentries) || reentries < 0 || reentries > MAX_REENTRIES) {
      const right = BigInt(MAX_REENTRIES)
      return { plan: name, rule: 'amount_range', left: BigInt(Math.trunc(reentries)), right }
    }
    const paid = level1Micros + level2Micros + sponsorBonusMicros
    if (paid > feeMicros) {
      return { plan: name, rule: 'rewards_exceed_fee', left: paid, right: feeMicros }
    }
    if (reentries > 0 && plan !== DIAMOND) {
      return { plan: name, rule: 'reentries_below_diamond', left: BigInt(reentries), right: 0n }
    }
    const cost = BigInt(reentries) * bronzeFee
    if (cost > boardPays(terms)) {
      return { plan: name, rule: 'reentries_exceed_board', left: cost, right: boardPays(terms) }
    }
  }
  return null
}
