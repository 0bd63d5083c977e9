import { PLANS, type Plan } from '../../domain/money/catalog.ts'

/** Plans as one number, with one bit per plan. */
export const bitsOf = (plans: readonly Plan[]): number =>
  plans.reduce((bits: number, plan) => bits | (1 << plan), 0)

export const plansIn = (bits: number): Plan[] => PLANS.filter((plan) => (bits & (1 << plan)) !== 0)
