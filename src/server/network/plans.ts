import type { z } from 'zod'
import type { Plan as PlanShape } from '../../contract/subjects/account.ts'
import {
  PLAN_COLORS,
  PLAN_NAMES,
  PLANS,
  totalReward,
  type Catalog,
  type Plan,
} from '../../domain/money/catalog.ts'
import { formatUsd } from '../../domain/money/money.ts'

const idOf = (plan: Plan): string => String(plan + 1)

/** A catalog's plans as members see them. Every display field derives from the plan's terms. */
export function showPlans(catalog: Catalog): z.infer<typeof PlanShape>[] {
  return PLANS.map((plan) => {
    const terms = catalog[plan]
    return {
      ...showPlanBriefly(catalog, plan, true),
      joining_fee: formatUsd(terms.feeMicros),
      upgrade_from: PLAN_NAMES[plan - 1] ?? null,
      upgrade_to: PLAN_NAMES[plan + 1] ?? null,
      direct: formatUsd(0n),
      level1: formatUsd(terms.level1Micros),
      level2: formatUsd(terms.level2Micros),
      sponsor_bonus: formatUsd(terms.sponsorBonusMicros),
      total: formatUsd(totalReward(terms)),
      color: PLAN_COLORS[plan],
    }
  })
}

/** The plan of a profile. It is retired if a newer catalog is in force. */
export function showPlanBriefly(catalog: Catalog, plan: Plan, current: boolean) {
  const status: 'active' | 'retired' = current ? 'active' : 'retired'
  const { feeMicros, reentries } = catalog[plan]
  return { id: idOf(plan), name: PLAN_NAMES[plan], cost: formatUsd(feeMicros), status, reentries }
}
